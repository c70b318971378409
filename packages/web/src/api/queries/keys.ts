const all = ["keys"] as const;

export const API_KEY_KEYS = {
  all,
  list: (hasRevoked: boolean) => [...all, hasRevoked] as const,
  /** All of them, to choose one from. */
  choices: [...all, "choices"],
} as const;
