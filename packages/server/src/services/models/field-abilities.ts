// How able each model is by field: the engine itself is asked about typical prompts of the field, with every model of
// the catalogue as a candidate. What the page shows is therefore exactly what decisions use.
import { setImmediate } from "node:timers/promises";

import type { ModelAbility, ModelFacts, RankedCandidate } from "@signalbox/contracts";
import { plainInput } from "@signalbox/engine";
import type { Asked, CandidateInput, Known } from "@signalbox/engine";
import { candidateOf } from "@signalbox/engine/internals";

import type { ServiceContext } from "../../context/service-context.ts";
import { FIELD_PROBES, type FieldProbes } from "./field-probes.data.ts";

/** Models judged before the event loop gets its turn again. */
const BATCH_MODELS = 50;

export interface ModelStanding {
  readonly origin: RankedCandidate["ability_origin"];
  readonly abilities: readonly ModelAbility[];
}

interface Sums {
  success: number;
  spread: number;
  origin: RankedCandidate["ability_origin"];
}

type Deciding = ServiceContext["engine"];
type Conversation = Pick<Asked, "messages" | "tools"> & Pick<Known, "promptVector">;

async function readPrompt({ transformer }: Deciding, text: string): Promise<Conversation> {
  const messages = [{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }];
  const promptVector = await transformer?.requests.findPatiently({ messages, tools: [] }, "");
  return { messages, tools: [], promptVector };
}

function rank(
  engine: Deciding,
  conversation: Conversation,
  candidates: readonly CandidateInput[],
): readonly RankedCandidate[] {
  const { explanation } = engine.current.decide(
    plainInput({
      ...conversation,
      candidates,
      explorationDraw: 0,
    }),
  );
  return explanation.ranking;
}

async function sumProbes(
  engine: Deciding,
  probes: FieldProbes,
  candidates: readonly CandidateInput[],
): Promise<ReadonlyMap<string, Sums>> {
  const sums = new Map<string, Sums>();
  for (const prompt of probes.prompts) {
    const conversation = await readPrompt(engine, prompt);
    for (let start = 0; start < candidates.length; start += BATCH_MODELS) {
      const ranking = rank(engine, conversation, candidates.slice(start, start + BATCH_MODELS));
      for (const { label, success, spread, ability_origin: origin } of ranking) {
        const sum = sums.get(label) ?? { success: 0, spread: 0, origin };
        sum.success += success / probes.prompts.length;
        sum.spread += spread / probes.prompts.length;
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
  const standings = new Map<string, { origin: Sums["origin"]; abilities: ModelAbility[] }>();
  for (const probes of FIELD_PROBES)
    for (const [id, { success, spread, origin }] of await sumProbes(engine, probes, candidates)) {
      const standing = standings.get(id) ?? { origin, abilities: [] };
      standing.abilities.push({ field: probes.field, success, spread });
      standings.set(id, standing);
    }
  return standings;
}
