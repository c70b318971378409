// The submission form of a public board, with rows made here.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { runLab } from "../../test/run-lab.ts";
import type { Prediction } from "./submit.ts";

const folder = await mkdtemp(join(tmpdir(), "signalbox-submit-"));
after(() => rm(folder, { recursive: true, force: true }));

const MODELS = [
  "gpt-4o-mini",
  "claude-3-haiku-20240307",
  "anthropic/claude-3.5-sonnet",
  "meta/codellama-34b-instruct",
];
const CONFIG = { pipeline_params: { router_name: "made-router", models: MODELS } };
const ROWS = [
  {
    "global index": "Made_0",
    prompt: "2 + 2?",
    prompt_formatted: "What is 2 + 2? Answer with a number only.",
  },
  {
    "global index": "Made_1",
    prompt: "Prove that every finite division ring is commutative.",
    answer: "...",
  },
  { "global index": "Made_2", prompt: "猫为什么打呼噜？", prompt_formatted: "" },
];

async function submit(rows: unknown, config: unknown, ...more: string[]) {
  const [prompts, configFile, out] = ["rows.json", "config.json", "out"].map((name) => join(folder, name));
  await writeFile(prompts!, typeof rows === "string" ? rows : JSON.stringify(rows));
  await writeFile(configFile!, JSON.stringify(config));
  return runLab(["submit", "--prompts", prompts!, "--config", configFile!, "--out", out!, ...more]);
}

test("every row has a prediction in the board's form, by a name of the configuration", async () => {
  const { code, error } = await submit(ROWS, CONFIG);
  assert.equal(code, 0, error);
  const written = JSON.parse(
    await readFile(join(folder, "out", "predictions", "made-router.json"), "utf8"),
  ) as Prediction[];
  assert.deepEqual(
    written.map((each) => [each["global index"], each.prompt]),
    ROWS.map((row) => [row["global index"], row.prompt_formatted || row.prompt]),
  );
  for (const each of written) {
    assert.ok(MODELS.includes(each.prediction), each.prediction);
    assert.deepEqual(Object.keys(each), [
      "global index",
      "prompt",
      "prediction",
      "generated_result",
      "cost",
      "accuracy",
    ]);
    assert.deepEqual([each.generated_result, each.cost, each.accuracy], [null, null, null]);
  }
  const config: unknown = JSON.parse(
    await readFile(join(folder, "out", "config", "made-router.json"), "utf8"),
  );
  assert.deepEqual(config, CONFIG);
});

test("the dial reaches the picks: the cheapest at 10, an abler one at 0", async () => {
  const pickedBy = async (dial: string): Promise<string> => {
    const { code, error } = await submit([ROWS[1]], CONFIG, "--dial", dial);
    assert.equal(code, 0, error);
    const file = await readFile(join(folder, "out", "predictions", "made-router.json"), "utf8");
    return (JSON.parse(file) as Prediction[])[0]!.prediction;
  };
  assert.equal(await pickedBy("0"), "anthropic/claude-3.5-sonnet");
  assert.notEqual(await pickedBy("10"), "anthropic/claude-3.5-sonnet");
});

test("rows, names and steps that the board would refuse are refused with their place", async () => {
  const refused = async (words: RegExp, ...call: Parameters<typeof submit>): Promise<void> =>
    assert.match((await submit(...call)).error, words);
  await refused(/list of entries/, {}, CONFIG);
  await refused(/Entry 0 has no "global index"/, [{ prompt: "Hi" }], CONFIG);
  await refused(/has no prompt/, [{ "global index": "Made_0", prompt: " " }], CONFIG);
  await refused(/there twice/, [ROWS[0], ROWS[0]], CONFIG);
  await refused(/cannot be read as JSON/, "no json", CONFIG);
  await refused(/router_name/, ROWS, {});
  await refused(/models/, ROWS, { pipeline_params: { router_name: "x", models: [] } });
  await refused(/letters, digits/, ROWS, { pipeline_params: { router_name: "../x", models: MODELS } });
  await refused(/--dial takes/, ROWS, CONFIG, "--dial", "11");
});
