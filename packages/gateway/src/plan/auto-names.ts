/** Names that ask for routing; Claude Code's menu shows only those that begin with its own. */
export const AUTO_MODELS = ["auto", "claude-signalbox-auto", "signalbox-auto"] as const;

const NAMES: ReadonlySet<string> = new Set(AUTO_MODELS);
export const isAuto = (name: string): boolean => NAMES.has(name);
