const all = ["preferences"] as const;

/** A saved preference changes its versions and what a dry run compares with, so all of these begin with `all`. */
export const PREFERENCE_KEYS = {
  all,
  list: [...all, "list"],
  /** All of them, to choose one from. */
  choices: [...all, "choices"],
  one: (id: string) => [...all, "one", id] as const,
  /** The person's own; not of `all`, since what others save leaves it as it is. */
  draft: (id: string) => ["preference-draft", id] as const,
  versions: (id: string) => [...all, "versions", id] as const,
  replayVersions: (id: string) => [...all, "replay-versions", id] as const,
  dryRun: (id: string, ...asked: readonly unknown[]) => [...all, "dry-run", id, ...asked] as const,
  replay: (replayId: string | undefined) => ["replay", replayId] as const,
  /** Those that are kept. */
  replays: ["replays"],
  /** Those that have ended, of one preference or of all. */
  experiments: (id: string | undefined) => ["experiments", "ended", id] as const,
  experiment: (id: string, version: number) => ["experiments", id, version] as const,
} as const;
