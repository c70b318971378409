const all = ["custom-routers"] as const;

export const ROUTER_KEYS = {
  all,
  list: [...all, "list"],
  /** All of them, to choose one from. */
  choices: [...all, "choices"],
  one: (id: string) => [...all, "one", id] as const,
  common: (a: string, b: string) => [...all, "common", a, b] as const,
  /** A report changes only when the router is trained again. */
  report: (id: string) => ["custom-router-report", id] as const,
} as const;
