export const ACCOUNT_KEYS = {
  current: ["account"],
  /** Those that the signed-in person belongs to. */
  own: ["own-accounts"],
  secondFactor: ["second-factor"],
  passkeys: ["passkeys"],
  browserSessions: ["browser-sessions"],
} as const;
