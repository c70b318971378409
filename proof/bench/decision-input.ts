// What the benchmarks of the decision alone share: the shipped engine, and one wire body read once.
import { createCatalog } from "@signalbox/catalog";
import { plainInput, readSelectRequest, type DecisionInput, type Engine } from "@signalbox/engine";
import { createEngineHolder, loadConfig } from "@signalbox/server";

import { buildBody } from "./cases.ts";

export interface DecisionBench {
  readonly engine: Engine;
  /** About 100 tokens. @param candidates at most 20 */
  readonly inputOf: (candidates: number) => DecisionInput;
}

export async function createDecisionBench(): Promise<DecisionBench> {
  const catalog = createCatalog();
  const holder = await createEngineHolder(loadConfig({ file: undefined, env: {}, flags: {} }), catalog);
  return {
    engine: holder.current,
    inputOf: (count) => {
      const body: unknown = JSON.parse(buildBody({ bytes: 1024, candidates: count, tools: 0, turns: 1 }));
      // A list of candidates that comes again, as most do: what is made of it is kept from the second time on.
      readSelectRequest(body, catalog);
      return plainInput({ ...readSelectRequest(body, catalog), explorationDraw: 0.5 });
    },
  };
}
