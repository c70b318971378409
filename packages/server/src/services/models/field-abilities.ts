// How able each model is by field: the engine itself is asked about typical prompts of the field, with every model of
// the catalogue as a candidate. What the page shows is therefore exactly what decisions use.
import { setImmediate } from "node:timers/promises";

import type { Model, ModelAbility, ModelFacts, RankedCandidate } from "@signalbox/contracts";
import { plainInput } from "@signalbox/engine";
import type { CandidateInput } from "@signalbox/engine";
import {
  answerModes,
  candidateOf,
  groundWords,
  userMessage,
  type Estimated,
  type Outlook,
} from "@signalbox/engine/internals";

import type { ServiceContext } from "../../context/service-context.ts";
import { FIELD_PROBES, type FieldProbes } from "./field-probes.data.ts";

/** Models judged before the event loop gets its turn again. */
const BATCH_MODELS = 50;

export interface ModelStanding {
  readonly origin: RankedCandidate["ability_origin"];
  readonly restsOn: string | null;
  readonly modes: Model["modes"];
  readonly abilities: readonly ModelAbility[];
}

type Ground = Pick<ModelStanding, "origin" | "restsOn" | "modes">;

interface Sums extends Ground {
  success: number;
  spread: number;
  /** NaN where no speed is known. */
  seconds: number;
}

/** In words; of a model outside the catalogue there is nothing to say of modes. */
function groundOf({ candidate, abilityOrigin: origin }: Estimated, { abilities }: Outlook["model"]): Ground {
  const { facts } = candidate.input;
  const { placed } = candidate.ability;
  if (facts === undefined) return { origin, restsOn: null, modes: [] };
  const { stated } = candidate.abilityInput;
  const { plain, modes: names } = answerModes(facts);
  const modes = names.map((mode) => {
    const { mean, covariance } = abilities.place({ modelId: facts.id, mode, stated }).belief;
    return { mode, is_default: mode === plain, ability: mean[0] ?? 0, doubt: Math.sqrt(covariance[0] ?? 0) };
  });
  return { origin, restsOn: groundWords(placed.ground), modes };
}

type Deciding = ServiceContext["engine"];

function look(engine: Deciding, text: string, candidates: readonly CandidateInput[]): Outlook {
  return engine.current.lookAhead(plainInput({ messages: [userMessage(text)], tools: [], candidates }));
}

async function sumProbes(
  engine: Deciding,
  probes: FieldProbes,
  candidates: readonly CandidateInput[],
): Promise<ReadonlyMap<string, Sums>> {
  const sums = new Map<string, Sums>();
  for (const prompt of probes.prompts) {
    for (let start = 0; start < candidates.length; start += BATCH_MODELS) {
      const { model, estimated } = look(engine, prompt, candidates.slice(start, start + BATCH_MODELS));
      for (const each of estimated) {
        const { label, success, spread, latency } = each;
        const sum = sums.get(label) ?? { success: 0, spread: 0, seconds: 0, ...groundOf(each, model) };
        sum.success += success / probes.prompts.length;
        sum.spread += spread / probes.prompts.length;
        sum.seconds += (latency.seconds ?? NaN) / probes.prompts.length;
        sums.set(label, sum);
      }
      await setImmediate();
    }
  }
  return sums;
}

/** By canonical id. Takes turns with the requests of others: it never holds the event loop for more than one batch. */
export async function measureAbilities(
  engine: Deciding,
  models: readonly ModelFacts[],
): Promise<ReadonlyMap<string, ModelStanding>> {
  const candidates = models.map(candidateOf);
  const standings = new Map<string, Ground & { abilities: ModelAbility[] }>();
  for (const probes of FIELD_PROBES)
    for (const [id, { success, spread, seconds, ...ground }] of await sumProbes(engine, probes, candidates)) {
      const standing = standings.get(id) ?? { ...ground, abilities: [] };
      const timed = Number.isNaN(seconds) ? null : seconds;
      standing.abilities.push({ field: probes.field, success, spread, seconds: timed });
      standings.set(id, standing);
    }
  return standings;
}
