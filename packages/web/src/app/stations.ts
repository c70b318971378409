// The pages of the dashboard, in the order of the line. Navigation, palette and shortcuts are all drawn from this list.

export interface StationInfo {
  readonly path: string;
  readonly label: string;
  /** Second key of the `g` shortcut. */
  readonly key: string;
  readonly group: "Traffic" | "Rules" | "Account";
}

export const STATIONS: readonly StationInfo[] = [
  { path: "/", label: "Overview", key: "o", group: "Traffic" },
  { path: "/playground", label: "Playground", key: "p", group: "Traffic" },
  { path: "/decisions", label: "Decisions", key: "d", group: "Traffic" },
  { path: "/health", label: "Health", key: "h", group: "Traffic" },
  { path: "/preferences", label: "Preferences", key: "r", group: "Rules" },
  { path: "/custom-routers", label: "Custom routers", key: "c", group: "Rules" },
  { path: "/models", label: "Models", key: "m", group: "Rules" },
  { path: "/keys", label: "Keys", key: "k", group: "Account" },
  { path: "/members", label: "Members", key: "e", group: "Account" },
  { path: "/settings", label: "Settings", key: "s", group: "Account" },
  { path: "/audit-log", label: "Audit log", key: "a", group: "Account" },
];

export const STATION_GROUPS = ["Traffic", "Rules", "Account"] as const;

export function isAt(station: StationInfo, location: string): boolean {
  return station.path === "/"
    ? location === "/"
    : location === station.path || location.startsWith(`${station.path}/`);
}
