// Facts of the calls that one model takes. Absent members are unknown: nothing is changed for them.
import type { Catalog } from "@signalbox/catalog";
import type { ModelFacts } from "@signalbox/contracts";

import { TAKES_RULES } from "./takes.data.ts";

export const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof EFFORTS)[number];

export interface Takes {
  /** How a Messages call asks for thought. */
  readonly thinking?: "adaptive" | "budget" | "both" | "none";
  /** `thinking: disabled` is refused. */
  readonly alwaysThinks?: boolean;
  /** Levels of effort; empty where the model has none. */
  readonly efforts?: readonly Effort[];
  /** @unit tokens */
  readonly outputTokensMax?: number;
  /** Conversation and answer together. @unit tokens */
  readonly windowTokens?: number;
  /** Chat's name of the bound on the answer. */
  readonly limitName?: "max_tokens" | "max_completion_tokens";
  /** Temperature and its like are refused unless they are the default. */
  readonly fixedSampling?: boolean;
  /** Chat offers tools at this effort alone, or at any while none is stated. */
  readonly chatTools?: "effort_none" | "no_effort";
  /** Chat demands the thoughts before each call of a tool back. */
  readonly thoughtsBack?: "reasoning_content" | "thought_signature";
  /** Chat caches only marked parts. */
  readonly cacheMarks?: boolean;
  /** A conversation that ends with words of the model is refused. */
  readonly prefill?: boolean;
  /** A named or required tool is refused. */
  readonly forcedTool?: boolean;
  /** Web searches that the provider runs for the model: the first version of the tool alone, or none. */
  readonly search?: "basic" | "none";
  /** False where no thought of the conversation may be sent. */
  readonly thoughts?: boolean;
  /** Members that the model refuses. */
  readonly without?: readonly string[];
}

/** `claude-haiku-4-5-20251001` and `anthropic/claude-haiku-4.5` are one name. */
const plainName = (name: string): string =>
  name
    .slice(name.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d|latest)$/, "")
    .replaceAll(/(?<=-\d)-(?=\d(?:-|$))/g, ".");

/** The catalogue's facts of request members, in the gateway's words. */
function accepted({ vendor, accepts = {} }: ModelFacts): Takes {
  const { thinking, canBeOff, efforts, tools, forcedTool } = accepts;
  const [isFree, isBudget] = [thinking?.includes("adaptive"), thinking?.includes("enabled")];
  const form =
    isFree === true ? (isBudget === true ? "both" : "adaptive") : isBudget === true ? "budget" : "none";
  const levels = EFFORTS.filter((level) => efforts?.includes(level));
  // OpenAI turns thought off by a separate level.
  const isLevelOff = vendor === "openai" && canBeOff === true && !levels.includes("none");
  return {
    ...(thinking !== undefined && { thinking: form }),
    ...(canBeOff === false && { alwaysThinks: true }),
    ...(levels.length > 0 && { efforts: isLevelOff ? ["none", ...levels] : levels }),
    ...(tools !== undefined && { chatTools: "effort_none" }),
    ...(forcedTool === false && { forcedTool }),
  };
}

const merged = (facts: ModelFacts | undefined, name: string): Takes => ({
  ...TAKES_RULES.find(({ names }) => names.test(name))?.takes,
  ...(facts?.maxOutputTokens !== undefined && { outputTokensMax: facts.maxOutputTokens }),
  ...(facts?.contextTokens !== undefined && { windowTokens: facts.contextTokens }),
  ...(facts !== undefined && accepted(facts)),
});

/** @param names the upstream's name of the model, then the label */
export function takesOf(catalog: Pick<Catalog, "resolve">, names: readonly string[]): Takes {
  const facts = names.map((model) => catalog.resolve({ model })).find(Boolean);
  return merged(facts, plainName(facts?.id ?? names[0] ?? ""));
}
