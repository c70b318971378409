// Joins the list of a model's modes with what was fitted for each of them.
import type { Mode, HiddenTokens, ModeFacts, ModelModes } from "@signalbox/contracts";
import { MODES } from "@signalbox/contracts";
import { MODE_RULES } from "./mode-rules.data.ts";
import type { ModeRow } from "../catalog-record.ts";

// The modes of a model: by the rules of its vendor, else what its card and its measured runs say.
export interface ModeList {
  readonly default: Mode;
  readonly modes: readonly Mode[];
  readonly source: string;
}

interface ThinkingFacts {
  /** `vendor/model`. */
  readonly id: string;
  readonly isReasoning?: boolean | undefined;
  readonly isReasoningByDefault?: boolean | undefined;
}

/** @returns undefined for a model that does not think, or of which that is unknown */
export function modesOf(facts: ThinkingFacts, measured: readonly Mode[] = []): ModeList | undefined {
  if (facts.isReasoning !== true) return undefined;
  const slash = facts.id.indexOf("/");
  const vendor = facts.id.slice(0, slash);
  const name = facts.id.slice(slash + 1);
  const rule = MODE_RULES.find((each) => each.vendor === vendor && each.names.test(name));
  if (rule !== undefined) return { default: rule.default, modes: rule.modes, source: rule.source };
  const plain: Mode = facts.isReasoningByDefault === false ? "none" : "thinking";
  const known = new Set<Mode>([plain, "thinking", ...measured]);
  return { default: plain, modes: MODES.filter((mode) => known.has(mode)), source: "model card" };
}

function hiddenOf([, tokens, growth, ground]: ModeRow): HiddenTokens | undefined {
  return tokens === null || growth === null || ground === null ? undefined : { tokens, growth, ground };
}

function factsOfRow(row: ModeRow): ModeFacts {
  const [mode, , , , verbosity, tokensPerSecond, firstTokenS] = row;
  const hidden = hiddenOf(row);
  return {
    mode,
    ...(hidden === undefined ? {} : { hidden }),
    ...(verbosity === null ? {} : { verbosity }),
    ...(tokensPerSecond === null ? {} : { tokensPerSecond }),
    ...(firstTokenS === null ? {} : { firstTokenS }),
  };
}

/** @returns undefined for a model that does not think, or of which that is unknown */
export function modeFactsOf(facts: ThinkingFacts, rows: readonly ModeRow[]): ModelModes | undefined {
  const known = new Map<Mode, ModeFacts>(rows.map((row) => [row[0], factsOfRow(row)]));
  const list = modesOf(facts, [...known.keys()]);
  if (list === undefined) return undefined;
  return { ...list, modes: list.modes.map((mode) => known.get(mode) ?? { mode }) };
}
