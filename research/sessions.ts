// Dollars of multi-turn traffic under three ways of routing: every turn on its own, the first model for good, the planner.
//   node research/sessions.ts [--sessions 60] [--seeds 3] [--data DIR] [--json FILE]
// Without --data the traffic is synthetic and the engine's estimates count as the truth. With --data each session is a chain of
// recorded prompts of one data set, and the recorded scores and output tokens of the models are the truth.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { DEFAULT_POLICY } from "../packages/engine/src/index.ts";
import { compareWays } from "../packages/engine/test/session-simulation/compare-ways.ts";
import { createRecordedTraffic } from "./recorded-traffic.ts";
import type { Traffic } from "../packages/engine/test/session-simulation/simulate.ts";
import { SIMULATED_MODELS } from "../packages/engine/test/session-simulation/simulated-models.ts";
import { createSyntheticTraffic } from "../packages/engine/test/session-simulation/synthetic-traffic.ts";
import { loadShippedEngine } from "../packages/engine/test/shipped-engine.ts";

const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "60" },
    seeds: { type: "string", default: "3" },
    tolerance: { type: "string", default: String(DEFAULT_POLICY.tolerance) },
    data: { type: "string" },
    json: { type: "string" },
  },
});
const sessionCount = Number(values.sessions);
const tolerance = Number(values.tolerance);
const { engine, offer, catalog } = await loadShippedEngine();

async function trafficOf(seed: number): Promise<Traffic> {
  return values.data === undefined
    ? createSyntheticTraffic(seed, sessionCount, offer(...SIMULATED_MODELS))
    : createRecordedTraffic({ dataDir: values.data, seed, sessionCount, catalog });
}

const rows = [];
for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
  const traffic = await trafficOf(seed);
  const { planner, always, never, plannerUsd, alwaysUsd, neverUsd } = compareWays(
    { engine, traffic },
    tolerance,
  );
  for (const [way, result, atEqualUsd] of [
    ["every turn on its own", always, alwaysUsd],
    ["first model for good", never, neverUsd],
    ["planner", planner, plannerUsd],
  ] as const)
    rows.push({
      seed,
      way,
      turns: result.turns,
      switches: result.switches,
      success: Number(result.success.toFixed(4)),
      usd: Number(result.usd.toFixed(3)),
      usdAtPlannersSuccess: Number.isFinite(atEqualUsd) ? Number(atEqualUsd.toFixed(3)) : "not reached",
    });
}
process.stdout.write(`Tolerance ${tolerance}, ${sessionCount} sessions a seed:\n`);
console.table(rows);
if (values.json !== undefined)
  await writeFile(values.json, `${JSON.stringify({ tolerance, rows }, null, 2)}\n`);
