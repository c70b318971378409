// One published score of a model in one mode, as the fit of abilities takes it.

/** Efforts and thinking modes; "default" where nothing is stated. */
export const MODES = ["default", "none", "minimal", "low", "medium", "high", "xhigh", "thinking"] as const;
export type Mode = (typeof MODES)[number];

/** Skills in which boards differ. "general" is what all share. */
export const SKILLS = [
  "general",
  "knowledge",
  "stem",
  "code",
  "agents",
  "tools",
  "instructions",
  "chat",
  "longContext",
  "sql",
  "languages",
  "lesserLanguages",
] as const;
export type Skill = (typeof SKILLS)[number];

/** A skill departs from its parent's ability, one without from that which all boards share. */
export const PARENT_SKILL: Readonly<Partial<Record<Skill, Skill>>> = {
  sql: "code",
  lesserLanguages: "languages",
};

/** An observation of one ability: z = offset + slope * ability + noise. */
export interface Observation {
  readonly model: string;
  readonly mode: Mode;
  /** A benchmark of one publisher and release, or a source of outcomes. */
  readonly item: string;
  readonly benchmark: string;
  readonly skill: Skill;
  /** The skill of its language, where that is not English and not the skill itself. */
  readonly languageSkill?: Skill | undefined;
  /** Items that say nearly the same; each of a model's n rows in one weighs n^-1/2. */
  readonly family: string;
  /** Logit of a score, or Elo * ln 10 / 400. */
  readonly value: number;
  /** Variance of the value by sampling alone. */
  readonly variance: number;
  /** Weight beside other rows. @range 0..1 */
  readonly trust: number;
}
