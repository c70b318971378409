import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_RESAMPLES } from "../metrics/metrics.ts";
import { DEFAULT_SEEDS } from "../protocols/evaluate.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { evaluateCommand, readResamples } from "./evaluate.ts";
import { runLab, type Outcome } from "../../test/run-lab.ts";

const evaluate = evaluateCommand(PROTOCOLS, "lab");

test("help names the defaults that the laboratory really takes", () => {
  assert.match(
    evaluate.options["resamples"]?.description ?? "",
    new RegExp(`Default: ${DEFAULT_RESAMPLES}\\.$`),
  );
  assert.match(
    evaluate.options["seed"]?.description ?? "",
    new RegExp(`Default: ${DEFAULT_SEEDS.join(",")}\\.$`),
  );
});

test("--resamples takes whole numbers from 1, and the fault names the option", () => {
  assert.equal(readResamples(undefined), undefined);
  assert.equal(readResamples("25"), 25);
  for (const text of ["0", "-3", "2.5", "many", ""])
    assert.throws(() => readResamples(text), { code: "bad_request", detail: /--resamples/ });
});

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
