import assert from "node:assert/strict";
import { test } from "node:test";

import { createCatalog } from "@signalbox/catalog";

import { createEngineHolder } from "./composition/create-engine-holder.ts";
import { loadConfig } from "./config/load-config.ts";
import { warmUp } from "./warm-up.ts";

const catalog = createCatalog();
const engine = await createEngineHolder(loadConfig({ file: undefined, env: {}, flags: {} }), catalog);

test("warming up decides several hundred times and lets others run between any two decisions", async () => {
  let turns = 0;
  let isOver = false;
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const made = await warmUp({ catalog, engine }, () => false);
  isOver = true;
  assert.equal(made, 400);
  assert.ok(turns >= made, `${turns} turns of others`);
});

test("warming up ends with the service", async () => {
  let asked = 0;
  assert.equal(await warmUp({ catalog, engine }, () => (asked += 1) > 3), 3);
});
