// The modes of a model: by the rules of its vendor, else what its card and its measured runs say.
import type { Mode } from "@signalbox/contracts";
import { MODES } from "@signalbox/contracts";
import { MODE_RULES } from "./mode-rules.data.ts";

export interface ModeList {
  readonly default: Mode;
  readonly modes: readonly Mode[];
  readonly source: string;
}

export interface ThinkingFacts {
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
