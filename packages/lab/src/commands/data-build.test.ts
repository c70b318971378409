import assert from "node:assert/strict";
import { test } from "node:test";

import { runLab, type Outcome } from "../../test/run-lab.ts";

const run = (...args: string[]): Promise<Outcome> => runLab(["data", "build", ...args]);

test("without a source, the sources are listed with licence and repository", async () => {
  const { code, out } = await run();
  assert.equal(code, 0);
  assert.match(out, /routellm +Apache-2\.0 +https:\/\/github\.com\/lm-sys\/RouteLLM/);
  const recipes = JSON.parse((await run("--json")).out) as { source: string; commit: string }[];
  assert.ok(recipes.every(({ commit }) => /^[0-9a-f]{40}$/.test(commit)));
});

test("a source without a clone, and a folder that is not one, are refused with advice", async () => {
  const missing = await run("routellm");
  assert.equal(missing.code, 2);
  assert.match(missing.error, /--from/);
  assert.match((await run("routellm", "--from", "/")).error, /no clone.*--any-commit/);
});
