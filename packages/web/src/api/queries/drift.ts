export const DRIFT_KEY = ["drift"] as const;
