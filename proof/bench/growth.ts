// How the time of a decision grows: with candidates and the length of a body, and with what an installation holds.
import { createCatalog, listModels } from "@signalbox/catalog";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import { createEngineHolder, loadConfig } from "@signalbox/server";

import { runClosedLoop } from "../load/closed-loop.ts";
import { percentile, spreadOf, type Spread } from "../load/statistics.ts";
import { buildBody } from "./cases.ts";
import { measureInTurns, ratiosOf, type Contender, type Rounds } from "./throughput.ts";

// Every size is timed once a round and compared with the base case of the same round, so that a slow moment slows both.
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

type GrownSize = Pick<GrowthRow, "candidates" | "bytes">;

/** A request read and decided in this process. */
export async function measureDecisionGrowth(): Promise<readonly GrowthRow[]> {
  const catalog = createCatalog();
  const { models } = listModels(catalog);
  const { current: engine } = await createEngineHolder(
    loadConfig({ file: undefined, env: {}, flags: {} }),
    catalog,
  );
  const bodyOf = ({ candidates, bytes }: GrownSize): string => {
    const body = JSON.parse(buildBody({ bytes, candidates: 2, tools: 0, turns: 1 })) as object;
    const llm_providers = models.slice(0, candidates).map(({ provider, model }) => ({ provider, model }));
    return JSON.stringify({ ...body, llm_providers });
  };
  const sizes: readonly GrownSize[] = [
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

const FILL_CONNECTIONS = 32;
const FILL_MS = 1_000;

export interface InstallationGrowth {
  readonly decisions: number;
  /** Processor time of a decision of the filled installation over that of the fresh one. */
  readonly processor: Spread;
  readonly rate: Spread;
  readonly faults: number;
}

/** Fills `grown` with real decisions, then asks both in turn. */
export async function measureInstallationGrowth(
  fresh: Contender,
  grown: Contender,
  { decisions, ...rounds }: Rounds & { readonly decisions: number },
): Promise<InstallationGrowth> {
  let filled = 0;
  while (filled < decisions) {
    const { answered, faults } = await runClosedLoop(grown.target, FILL_CONNECTIONS, FILL_MS);
    if (answered <= faults)
      throw new Error("The installation could not be filled: no decision was answered.");
    filled += answered;
  }
  const [before, after] = await measureInTurns([fresh, grown], rounds, () => {});
  if (before === undefined || after === undefined) throw new Error("Two servers were to be measured.");
  return {
    decisions: filled,
    processor: spreadOf(ratiosOf(after.processorUs, before.processorUs)),
    rate: spreadOf(ratiosOf(after.rates, before.rates)),
    faults: before.faults + after.faults,
  };
}
