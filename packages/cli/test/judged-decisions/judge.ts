// Decides the judged cases as a user gets them: shipped artefact, catalogue, default policy.
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import type { SelectRequestWire } from "@signalbox/contracts";
import { createRouter, loadRoutingModel } from "@signalbox/engine";

import { MODELS } from "./cases.ts";
import type { JudgedCase, ModelName, Turn } from "./cases.ts";

interface JudgedOutcome {
  readonly pick: ModelName;
  readonly isAccepted: boolean;
  readonly summary: string;
  readonly ranking: readonly {
    readonly name: ModelName;
    readonly success: number;
    readonly usd: number | null;
    readonly seconds: number | null;
    /** Visible and hidden. */
    readonly outputTokens: number;
  }[];
}

const NAMES = new Map(Object.entries(MODELS).map(([name, model]) => [model as string, name as ModelName]));

function nameOf(label: string): ModelName {
  const name = NAMES.get(label);
  if (name === undefined) throw new Error(`${label} is no candidate of the judged cases`);
  return name;
}

function requestOf({ candidates, tradeoff }: JudgedCase, messages: readonly Turn[]): SelectRequestWire {
  return {
    messages,
    llm_providers: candidates.map((name) => ({ model: MODELS[name] })),
    ...(tradeoff === undefined ? {} : { tradeoff }),
    include: ["explanation"],
  } as unknown as SelectRequestWire;
}

/** A working day in the peak hours of those who have them: picks must not depend on when the tests run. */
const NOW_MS = Date.UTC(2026, 9, 6, 8);

export async function createJudge(): Promise<(one: JudgedCase) => JudgedOutcome> {
  const router = createRouter({
    model: loadRoutingModel(await readShippedArtefact()),
    catalog: createCatalog(),
    nowMs: () => NOW_MS,
  });
  return (one) => {
    const first = one.before && router.select(requestOf(one, one.before));
    const chain = first === undefined ? {} : { previous_session: first.session_id };
    const answer = router.select({ ...requestOf(one, one.messages), ...chain });
    const pick = nameOf(answer.llm_label);
    const ranking = (answer.explanation?.ranking ?? []).map((row) => ({
      name: nameOf(row.label),
      success: row.success,
      usd: row.usd,
      seconds: row.seconds,
      outputTokens: row.output_tokens + row.hidden_tokens,
    }));
    return {
      pick,
      isAccepted: one.accepted.includes(pick),
      summary: answer.explanation?.summary ?? "",
      ranking,
    };
  };
}
