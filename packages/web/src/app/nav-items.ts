// The pages of the dashboard, in the order of the line. Navigation, palette and shortcuts are all drawn from this list.
import { SAY } from "../lib/phrases.ts";

interface NavPage {
  readonly path: string;
  readonly label: string;
  /** Second key of the `g` shortcut. */
  readonly key: string;
}

interface NavItem extends NavPage {
  readonly group: "Traffic" | "Rules" | "Account";
  /** Pages of the same subject, each an entry of the line above them. */
  readonly pages?: readonly NavPage[];
}

const ORGANISATION = [
  { path: "/members", label: "Members", key: "e" },
  { path: "/audit-log", label: "Audit log", key: "a" },
] as const;

const DECISIONS = [
  { path: "/decisions", label: "Decisions", key: "d" },
  { path: "/sessions", label: "By session", key: "n" },
] as const;

export const NAV_ITEMS: readonly NavItem[] = [
  { path: "/start", label: "Start", key: "p", group: "Traffic" },
  { path: "/", label: "Overview", key: "o", group: "Traffic" },
  { path: "/decisions", label: "Decisions", key: "d", group: "Traffic", pages: DECISIONS },
  { path: "/ledger", label: "Savings ledger", key: "l", group: "Traffic" },
  { path: "/health", label: "Health", key: "h", group: "Traffic" },
  { path: "/preferences", label: "Preferences", key: "r", group: "Rules" },
  { path: "/what-if", label: "What if", key: "w", group: "Rules" },
  { path: "/learning", label: "Learning", key: "c", group: "Rules" },
  { path: "/models", label: "Models", key: "m", group: "Rules" },
  { path: "/keys", label: "Keys", key: "k", group: "Account" },
  { path: "/members", label: "Organisation", key: "e", group: "Account", pages: ORGANISATION },
  { path: "/settings", label: "Settings", key: "s", group: "Account" },
];

/** Every page that has its own address, for the palette and the shortcuts. */
export const NAV_PAGES: readonly NavPage[] = NAV_ITEMS.flatMap((item) => item.pages ?? [item]);

interface Deed {
  readonly path: string;
  readonly label: string;
  /** Other words that people type for it. */
  readonly also: string;
}

/** Actions that the palette offers besides the pages. */
export const DEEDS: readonly Deed[] = [
  { path: "/keys?new", label: SAY.createKey, also: "api token new secret" },
  { path: "/keys", label: "Rotate or revoke a key", also: "renew replace token expire" },
  { path: "/preferences/new", label: "Create a preference", also: "rule policy new ban allow deny" },
  { path: "/learning/new", label: "Train a custom router", also: "upload evaluation learn file" },
  {
    path: "/learning",
    label: "Calibration of the estimates",
    also: "drift grader reports gap custom routers",
  },
  {
    path: "/what-if",
    label: "Try a change on past traffic",
    also: "replay simulate drop ban history ab test experiment",
  },
  { path: "/members", label: SAY.invitePerson, also: "colleague member add role" },
  { path: "/settings", label: "Webhook for alerts", also: "notify notification url slack" },
  { path: "/settings", label: "Days that decisions are kept", also: "retention delete privacy gdpr" },
  { path: "/ledger", label: "What was saved", also: "money budget cost bill spend finance baseline" },
  { path: "/decisions?refused=true", label: "Refused requests", also: "422 outage error no candidate" },
  { path: "/settings?tab=security", label: "Your password and second factor", also: "2fa totp login" },
  { path: "/settings?tab=data", label: "Export or delete all data", also: "download erase gdpr" },
  { path: "/start", label: "Playground and first steps", also: "quickstart help try prompt" },
];

/** Addresses of former pages, each with the page that replaces it. */
export const MOVED_PAGES: readonly (readonly [from: string, to: string])[] = [
  ["/guide", "/start"],
  ["/playground", "/start"],
  ["/roster", "/what-if"],
  ["/comparisons", "/what-if"],
  ["/organisation", "/members"],
  ["/custom-routers", "/learning"],
];

export const NAV_GROUPS = ["Traffic", "Rules", "Account"] as const;

const isOn = (path: string, location: string): boolean =>
  path === "/" ? location === "/" : location === path || location.startsWith(`${path}/`);

export const isAt = ({ path, pages }: Pick<NavItem, "path" | "pages">, location: string): boolean =>
  pages === undefined ? isOn(path, location) : pages.some((page) => isOn(page.path, location));
