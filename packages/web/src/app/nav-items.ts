// The pages of the dashboard, in the order of the line. Navigation, palette and shortcuts are all drawn from this list.

interface NavItem {
  readonly path: string;
  readonly label: string;
  /** Second key of the `g` shortcut. */
  readonly key: string;
  readonly group: "Traffic" | "Rules" | "Account";
}

export const NAV_ITEMS: readonly NavItem[] = [
  { path: "/", label: "Overview", key: "o", group: "Traffic" },
  { path: "/playground", label: "Playground", key: "p", group: "Traffic" },
  { path: "/decisions", label: "Decisions", key: "d", group: "Traffic" },
  { path: "/sessions", label: "Sessions", key: "n", group: "Traffic" },
  { path: "/health", label: "Health", key: "h", group: "Traffic" },
  { path: "/preferences", label: "Preferences", key: "r", group: "Rules" },
  { path: "/custom-routers", label: "Custom routers", key: "c", group: "Rules" },
  { path: "/models", label: "Models", key: "m", group: "Rules" },
  { path: "/keys", label: "Keys", key: "k", group: "Account" },
  { path: "/members", label: "Members", key: "e", group: "Account" },
  { path: "/settings", label: "Settings", key: "s", group: "Account" },
  { path: "/audit-log", label: "Audit log", key: "a", group: "Account" },
];

/** The pages that the palette offers besides. */
export const PALETTE_ITEMS: readonly NavItem[] = [
  { path: "/keys?new", label: "Create a key", key: "", group: "Account" },
  { path: "/preferences/new", label: "Create a preference", key: "", group: "Rules" },
  { path: "/custom-routers/new", label: "Train a custom router", key: "", group: "Rules" },
  { path: "/comparisons", label: "Replays and experiments", key: "", group: "Rules" },
  { path: "/comparisons?try=on", label: "Try a preference on past traffic", key: "", group: "Rules" },
  { path: "/settings?tab=security", label: "Your password and second factor", key: "", group: "Account" },
  { path: "/settings?tab=data", label: "Export or delete all data", key: "", group: "Account" },
  { path: "/guide", label: "First steps", key: "", group: "Traffic" },
];

/** Addresses of former pages, each with the page that replaces it. */
export const MOVED_PAGES: readonly (readonly [from: string, to: string])[] = [
  ["/roster", "/comparisons?try=on"],
];

export const NAV_GROUPS = ["Traffic", "Rules", "Account"] as const;

export function isAt(item: NavItem, location: string): boolean {
  return item.path === "/"
    ? location === "/"
    : location === item.path || location.startsWith(`${item.path}/`);
}
