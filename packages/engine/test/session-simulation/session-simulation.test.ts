// Over synthetic traffic with the shipped artefact: at equal quality the planner costs less than routing each turn on its own
// and no more than staying with the first model for good.
import assert from "node:assert/strict";
import { test } from "node:test";

import { DEFAULT_POLICY } from "../../src/index.ts";
import { loadShippedEngine } from "../shipped-engine.ts";
import { compareWays } from "./compare-ways.ts";
import { SIMULATED_MODELS } from "./simulated-models.ts";
import { createSyntheticTraffic } from "./synthetic-traffic.ts";

test("the planner is the cheapest way at equal quality, and switches least of those that switch", async () => {
  const { engine, offer } = await loadShippedEngine();
  const traffic = createSyntheticTraffic(7, 60, offer(...SIMULATED_MODELS));
  const { planner, always, alwaysUsd, neverUsd } = compareWays({ engine, traffic }, DEFAULT_POLICY.tolerance);
  assert.ok(planner.usd < alwaysUsd, `planner ${planner.usd}, always ${alwaysUsd}`);
  assert.ok(planner.usd < neverUsd, `planner ${planner.usd}, never ${neverUsd}`);
  assert.ok(planner.switches < always.switches);
});
