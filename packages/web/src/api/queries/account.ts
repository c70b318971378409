export const ACCOUNT_KEYS = {
  current: ["account"],
  /** Those that the signed-in person belongs to. */
  own: ["own-accounts"],
  browserSessions: ["browser-sessions"],
} as const;
