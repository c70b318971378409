// Joins the list of a model's modes with what was fitted for each of them.
import type { Mode, HiddenTokens, ModeFacts, ModelModes } from "@signalbox/contracts";
import { MODES } from "@signalbox/contracts";
import type { ModeRow, RecordedThinking } from "../catalog-record.ts";

interface ThinkingFacts {
  readonly isReasoning?: boolean | undefined;
  readonly isReasoningByDefault?: boolean | undefined;
  readonly thinking?: RecordedThinking | undefined;
}

/** The recorded modes of a model, else those of its card and of its measured runs; undefined for one that does not think. */
function listOf(facts: ThinkingFacts, measured: readonly Mode[]): RecordedThinking | undefined {
  if (facts.thinking !== undefined) return facts.thinking;
  if (facts.isReasoning !== true) return undefined;
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
  const list = listOf(facts, [...known.keys()]);
  if (list === undefined) return undefined;
  return { ...list, modes: list.modes.map((mode) => known.get(mode) ?? { mode }) };
}
