// Joins the list of a model's modes with what was fitted for each of them.
import type { HiddenTokens, Mode, ModeFacts, ModelModes } from "@signalbox/contracts";
import type { ModeRow } from "../catalog-record.ts";
import type { ThinkingFacts } from "./modes-of.ts";
import { modesOf } from "./modes-of.ts";

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
