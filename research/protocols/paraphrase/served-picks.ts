// The pick of the whole engine, as the service would make it, on a declared pool of current models.
import { createEngine, plainInput, readSelectRequest } from "@signalbox/engine";
import type { Engine, PolicyDefaults } from "@signalbox/engine";
import type { PromptPair } from "../../paraphrase/index.ts";
import type { ArtefactView } from "../../../packages/lab/src/estimators/custom/custom-router.ts";
import type { Judged } from "../../../packages/lab/src/protocols/runner/run-estimator.ts";
import type { ProtocolContext } from "../../../packages/lab/src/protocols/runner/protocol.ts";
import type { MethodRuns } from "../../../packages/lab/src/protocols/runner/run-problem.ts";
import { summariseMethods } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import type { SectionResult } from "../../../packages/lab/src/protocols/runner/summarise-section.ts";
import { valueAt } from "../../../packages/lab/src/arrays/value-at.ts";

/** Large, middling and small models of several makers. */
const SERVED_POOL = [
  "openai/gpt-5",
  "openai/gpt-5-mini",
  "openai/gpt-4o-mini",
  "anthropic/claude-sonnet-4.5",
  "anthropic/claude-3.5-haiku",
  "google/gemini-2.5-pro",
  "google/gemini-2.5-flash",
  "deepseek/deepseek-v3.2",
  "meta/llama-3.3-70b-instruct",
  "meta/llama-3.1-8b-instruct",
] as const;

type Dial = "quality" | "cost";

/** The label that the engine recommends for a text from the pool; a text's pick is made once. */
export function createServedPicker(
  view: ArtefactView,
  dial: Dial,
  defaults: Partial<PolicyDefaults> = {},
): (text: string) => string {
  const engine = createEngine({ model: view.model, catalogueVersion: view.catalog.version, defaults });
  const picked = new Map<string, string>();
  return (text) => {
    const known = picked.get(text) ?? pickLabel(engine, view, { text, dial });
    picked.set(text, known);
    return known;
  };
}

function pickLabel(
  engine: Engine,
  view: ArtefactView,
  ask: { readonly text: string; readonly dial: Dial },
): string {
  const body = {
    messages: [{ role: "user", content: ask.text }],
    llm_providers: SERVED_POOL.map((model) => ({ model })),
    ...(ask.dial === "cost" ? { tradeoff: "cost" } : {}),
  };
  const request = readSelectRequest(body, view.catalog);
  const decision = engine.decide(plainInput(request));
  return decision.label;
}

function judgePairs(view: ArtefactView, pairs: readonly PromptPair[], dial: Dial): Judged {
  const pick = createServedPicker(view, dial);
  const same = pairs.map(({ prompt, paraphrase }) => Number(pick(prompt) === pick(paraphrase)));
  return {
    figures: {
      samePick: (weights) => {
        const total = weights.reduce((a, b) => a + b, 0);
        return same.reduce((sum, value, i) => sum + valueAt(weights, i) * value, 0) / total;
      },
    },
  };
}

function describeKinds(pairs: readonly PromptPair[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of pairs) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(", ");
}

/** Undefined without an artefact or without pairs: only a served router makes such picks. */
export function runServedSection(
  context: Pick<ProtocolContext, "views" | "seeds" | "resamples">,
  name: string,
  pairs: readonly PromptPair[],
): SectionResult | undefined {
  const { views, seeds, resamples } = context;
  if (views.length === 0 || pairs.length === 0) return undefined;
  const run = (dial: Dial): MethodRuns => ({
    contender: {
      name: dial === "cost" ? "signalbox-served-cost" : "signalbox-served",
      title: dial === "cost" ? "Signalbox as served, cost first" : "Signalbox as served",
      isOurs: false,
    },
    parameters: {},
    judged: views.map((view) => judgePairs(view, pairs, dial)),
  });
  const request = { promptCount: pairs.length, figureNames: ["samePick"], seed: seeds[0] ?? 0, resamples };
  return {
    name,
    promptCount: pairs.length,
    modelCount: SERVED_POOL.length,
    trainCount: 0,
    facts: [`pool: ${SERVED_POOL.join(", ")}`, `rewordings: ${describeKinds(pairs)}`],
    points: [],
    methods: summariseMethods({ ...request, runs: [run("quality"), run("cost")] }),
  };
}
