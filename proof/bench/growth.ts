// How the time to read a request and to decide it grows with candidates and with the conversation. Every size is timed once a round and compared with the
// base case of the same round, so that a slow moment of the machine slows both.
import { createCatalog, listModels } from "@signalbox/catalog";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import { createEngineHolder, loadConfig } from "@signalbox/server";

import { buildBody } from "./cases.ts";
import { percentile } from "../load/statistics.ts";

const ROUNDS = 300;
const WARM_ROUNDS = 60;
const BASE = { candidates: 10, bytes: 1_024 } as const;
const CANDIDATES = [2, 5, 10, 20, 50, 100, 200];
// The fixed parts of a body with two candidates leave no smaller one.
const BYTES = [256, 10_240, 102_400, 1_024_000];

export interface GrowthRow {
  readonly candidates: number;
  readonly bytes: number;
  /** Median of the time over that of 10 candidates and 1 KB in the same round. */
  readonly ratio: number;
}

type Size = Pick<GrowthRow, "candidates" | "bytes">;

export async function measureGrowth(): Promise<readonly GrowthRow[]> {
  const catalog = createCatalog();
  const { models } = listModels(catalog);
  const { current: engine } = await createEngineHolder(
    loadConfig({ file: undefined, env: {}, flags: {} }),
    catalog,
  );
  const bodyOf = ({ candidates, bytes }: Size): string => {
    const body = JSON.parse(buildBody({ bytes, candidates: 2, tools: 0, turns: 1 })) as object;
    const llm_providers = models.slice(0, candidates).map(({ provider, model }) => ({ provider, model }));
    return JSON.stringify({ ...body, llm_providers });
  };
  const sizes: readonly Size[] = [
    ...CANDIDATES.map((candidates) => ({ candidates, bytes: BASE.bytes })),
    ...BYTES.map((bytes) => ({ candidates: BASE.candidates, bytes })),
  ];
  const base = bodyOf(BASE);
  const timed = sizes.map((size) => ({ size, body: bodyOf(size), ratios: [] as number[] }));
  const timeOf = (body: string): number => {
    const startedMs = performance.now();
    const read = readSelectRequest(JSON.parse(body) as object, catalog);
    engine.decide(plainInput({ ...read, explorationDraw: 0.5 }));
    return performance.now() - startedMs;
  };
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1)
    for (const { body, ratios } of timed) {
      const ratio = timeOf(body) / timeOf(base);
      if (round >= WARM_ROUNDS) ratios.push(ratio);
    }
  return timed.map(({ size: { candidates, bytes }, ratios }) => ({
    candidates,
    bytes,
    ratio: percentile(ratios, 0.5),
  }));
}
