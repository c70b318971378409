// The modes that one model answers in: how much it thinks before it answers. Ability, tokens, seconds and dollars belong to a
// model in one mode. Absent facts are unknown, never 0.

/** From no thought to the most; "thinking" is thought whose amount the model alone decides. */
export const MODES = ["none", "minimal", "low", "medium", "high", "xhigh", "thinking"] as const;
export type Mode = (typeof MODES)[number];

/**
 * The ground that a level of hidden tokens rests on: runs of this mode, other modes of the model, or models of its family and
 * effort.
 */
export type ModeGround = "measured" | "sibling" | "family";

export interface HiddenTokens {
  /** On a question of graduate science, the reference of all levels. @unit tokens */
  readonly tokens: number;
  /** Growth of their logarithm with that of what such work takes; 1 grows as the typical model's. */
  readonly growth: number;
  readonly ground: ModeGround;
}

export interface ModeFacts {
  readonly mode: Mode;
  /** Absent where the mode does not think. */
  readonly hidden?: HiddenTokens;
  /** Visible tokens over those of the typical model on the same work. */
  readonly verbosity?: number;
  /** @unit tokens per second */
  readonly tokensPerSecond?: number;
  /** Until the first token of all, hidden ones included; no thinking is counted in it. @unit seconds */
  readonly firstTokenS?: number;
}

export interface ModelModes {
  /** The mode that a call without one gets. */
  readonly default: Mode;
  /** The default follows from a rule older than the model, or from its predecessor. */
  readonly isGuessed?: true;
  /** The default follows from hidden tokens of the account's own calls. */
  readonly isObserved?: true;
  readonly modes: readonly ModeFacts[];
  /** The source of the list of modes and of the default. */
  readonly source: string;
}

const KNOWN_MODES: ReadonlySet<string> = new Set(MODES);

export function isMode(value: unknown): value is Mode {
  return typeof value === "string" && KNOWN_MODES.has(value);
}

/** True where the first is less thought for certain; thought of the model's own measure is more than none, and no more is known. */
export function thinksLess(mode: Mode, than: Mode): boolean {
  if (than === "thinking") return mode === "none";
  return mode !== "thinking" && MODES.indexOf(mode) < MODES.indexOf(than);
}

/** Thinking budgets up to here count as low, as medium; larger ones as high. @unit tokens */
const LOW_BUDGET = 4_096;
const MEDIUM_BUDGET = 12_288;

/** Effort that a budget of thinking tokens amounts to. */
export function modeOfBudget(tokens: number): Mode {
  if (tokens <= 0) return "none";
  return tokens <= LOW_BUDGET ? "low" : tokens <= MEDIUM_BUDGET ? "medium" : "high";
}

/** The modes assumed where thought is asked for without its amount and a plain call would not think. */
const USUAL: readonly Mode[] = ["high", "medium", "xhigh", "low"];

/**
 * The mode of the model that a stated one means; thought without an amount is the default where that thinks.
 * @returns undefined when the model has no such mode
 */
export function settleMode({ default: plain, modes }: ModelModes, stated: Mode): Mode | undefined {
  const has = (mode: Mode): boolean => modes.some((each) => each.mode === mode);
  if (has(stated)) return stated;
  if (stated !== "thinking") return undefined;
  return plain === "none" ? USUAL.find(has) : plain;
}

/** The mode of the model that comes closest to a stated one: of two equally far the one that thinks less. */
export function nearestMode(modes: ModelModes, stated: Mode): Mode {
  const settled = settleMode(modes, stated);
  if (settled !== undefined) return settled;
  const wanted = MODES.indexOf(stated);
  const distance = ({ mode }: ModeFacts): number =>
    (mode === "none") === (stated === "none") ? Math.abs(MODES.indexOf(mode) - wanted) : MODES.length;
  return modes.modes.reduce((best, each) => (distance(each) < distance(best) ? each : best)).mode;
}
