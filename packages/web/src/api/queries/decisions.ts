const all = ["decisions"] as const;

/** Everything that a new decision or a report changes begins with `all`. */
export const DECISION_KEYS = {
  all,
  list: (filters: object) => [...all, "list", filters] as const,
  one: (sessionId: string) => [...all, "one", sessionId] as const,
  chain: (sessionId: string) => [...all, "chain", sessionId] as const,
  sessions: (query: object) => [...all, "sessions", query] as const,
  newest: [...all, "newest"],
  first: ["first-decision"],
} as const;
