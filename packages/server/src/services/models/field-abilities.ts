// How able each model is by field: the engine itself is asked about typical prompts of the field, with every model of
// the catalogue as a candidate. What the page shows is therefore exactly what decisions use.
import type { ModelAbility, ModelCatalog, RankedCandidate } from "@signalbox/contracts";
import { SELECT_LIMITS } from "@signalbox/contracts";
import type { CandidateInput, Engine } from "@signalbox/engine";

import { FIELD_PROBES, type FieldProbes } from "./field-probes.data.ts";

export interface ModelStanding {
  readonly origin: RankedCandidate["ability_origin"];
  readonly abilities: readonly ModelAbility[];
}

interface Sums {
  success: number;
  spread: number;
  origin: RankedCandidate["ability_origin"];
}

function candidatesOf(catalog: ModelCatalog): CandidateInput[] {
  return catalog.list().map((facts) => ({
    label: facts.id,
    provider: facts.vendor,
    model: facts.id,
    inputUsdPerMTok: undefined,
    outputUsdPerMTok: undefined,
    latencyS: undefined,
    attributes: {},
    facts,
  }));
}

function rank(
  engine: Engine,
  prompt: string,
  candidates: readonly CandidateInput[],
): readonly RankedCandidate[] {
  const { explanation } = engine.decide({
    messages: [{ role: "user", text: prompt, parts: [], toolCallCount: 0, isToolResult: false }],
    tools: [],
    candidates,
    tradeoff: undefined,
    costQualityTradeoff: undefined,
    maxModelDepth: undefined,
    preference: undefined,
    session: undefined,
    learned: undefined,
    observedLatency: new Map(),
    explorationDraw: 0,
  });
  return explanation.ranking;
}

function sumProbes(
  engine: Engine,
  probes: FieldProbes,
  candidates: readonly CandidateInput[],
): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const prompt of probes.prompts)
    for (let start = 0; start < candidates.length; start += SELECT_LIMITS.candidatesMax) {
      const batch = candidates.slice(start, start + SELECT_LIMITS.candidatesMax);
      for (const { label, success, spread, ability_origin: origin } of rank(engine, prompt, batch)) {
        const sum = sums.get(label) ?? { success: 0, spread: 0, origin };
        sum.success += success / probes.prompts.length;
        sum.spread += spread / probes.prompts.length;
        sums.set(label, sum);
      }
    }
  return sums;
}

/** By canonical id. Some tens of milliseconds of work: callers keep the result per engine and catalogue. */
export function measureAbilities(engine: Engine, catalog: ModelCatalog): ReadonlyMap<string, ModelStanding> {
  const candidates = candidatesOf(catalog);
  const standings = new Map<string, { origin: Sums["origin"]; abilities: ModelAbility[] }>();
  for (const probes of FIELD_PROBES)
    for (const [id, { success, spread, origin }] of sumProbes(engine, probes, candidates)) {
      const standing = standings.get(id) ?? { origin, abilities: [] };
      standing.abilities.push({ field: probes.field, success, spread });
      standings.set(id, standing);
    }
  return standings;
}
