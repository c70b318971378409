// Tokens by mode: which mode a run was in, what its files say, and effects that were planted in made runs.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { createCatalog } from "@signalbox/catalog";
import type { Mode } from "@signalbox/contracts";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import {
  fitBoth,
  fitModeEffects,
  REFERENCE_ITEM,
  type ModeObservation,
  modeOfRun,
  readExamRuns,
  readModeRuns,
  readModeSpeeds,
  thinksIn,
  type ModeRun,
  type ModeSpeed,
} from "./fit-mode-effects.ts";
import { firstTokenOf, rateOf } from "./build-mode-facts.ts";

test("the mode of a run is the effort that its name states, and no thought where it says so or had none", () => {
  assert.equal(modeOfRun("Some Model (Reasoning, High Effort)", undefined, true), "high");
  assert.equal(modeOfRun("Some Model (Reasoning, Max Effort)", undefined, true), "xhigh");
  assert.equal(modeOfRun("Some Model (Reasoning)", undefined, true), "thinking");
  assert.equal(modeOfRun("Some Model (Non-reasoning, High Effort)", undefined, true), "none");
  assert.equal(modeOfRun("Some Model (Reasoning)", undefined, false), "none");
});

test("a word of the model's own name is no effort", () => {
  const catalog = createCatalog();
  const facts = catalog.get("qwen/qwen3-max");
  assert.ok(facts !== undefined);
  assert.notEqual(modeOfRun("Qwen3 Max", facts, true), "xhigh");
});

test("a model that has no such mode runs in the one that the catalogue gives it", () => {
  const catalog = createCatalog();
  for (const facts of catalog
    .list()
    .filter(({ modes }) => modes !== undefined)
    .slice(0, 200)) {
    const listed = (facts.modes?.modes ?? []).map(({ mode }) => mode);
    const found = modeOfRun("Model (Reasoning, Low Effort)", facts, true);
    assert.ok(listed.includes(found) || found === "low", `${facts.id}: ${found} of ${listed.join(" ")}`);
  }
});

test("all modes think but none and minimal", () => {
  const modes: readonly Mode[] = ["none", "minimal", "low", "medium", "high", "xhigh", "thinking"];
  assert.deepEqual(modes.filter(thinksIn), ["low", "medium", "high", "xhigh", "thinking"]);
});

async function folder(t: TestContext, files: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-modes-"));
  t.after(() => rm(dir, { recursive: true }));
  for (const [name, lines] of Object.entries(files))
    await writeFile(join(dir, `${name}.gz`), gzipSync(lines.join("\n")));
  return dir;
}

const TOKENS = "model,source_model_name,eval,questions,answer_tokens,reasoning_tokens";

test("tokens are counted a question; agents, empty runs and nameless ones are passed over; the last of two stays", async (t) => {
  const dir = await folder(t, {
    "mode_tokens.csv": [
      TOKENS,
      "nobody/x-1,X 1 (Reasoning),gpqa,100,20000,400000",
      "nobody/x-1,X 1 (Reasoning),gpqa,200,20000,500000",
      "nobody/x-1,X 1,lcr,50,5000,0",
      "nobody/x-1,X 1,terminal_bench,50,5000,0",
      "nobody/x-1,X 1,hle,0,0,0",
      ",nameless,hle,10,10,10",
    ],
  });
  assert.deepEqual(await readModeRuns(dir, createCatalog()), [
    { model: "nobody/x-1", vendor: "nobody", mode: "thinking", item: "gpqa", hidden: 2500, visible: 100 },
    { model: "nobody/x-1", vendor: "nobody", mode: "none", item: "lcr", hidden: 0, visible: 100 },
  ]);
});

test("speeds of models that the catalogue does not know are left out, and blanks stay unknown", async (t) => {
  const dir = await folder(t, {
    "mode_speed.csv": [
      "model,source_model_name,ttft_s,ttfa_s,tokens_per_s",
      "openai/gpt-4o,GPT-4o,0.5,,80",
      "nobody/x-1,X 1,0.1,0.2,300",
    ],
  });
  const speeds = await readModeSpeeds(dir, createCatalog());
  assert.deepEqual(
    speeds.map(({ model, firstTokenS, firstAnswerS, tokensPerSecond }) => [
      model,
      firstTokenS,
      firstAnswerS,
      tokensPerSecond,
    ]),
    [["openai/gpt-4o", 0.5, undefined, 80]],
  );
});

test("exam runs of models without modes, or that hardly think, teach nothing", async (t) => {
  const dir = await folder(t, {
    "thaiexam.outcomes.csv": ["model,output_tokens", "gpt-4o,120", "gpt-4o,", "nobody-knows-1b,5000"],
  });
  assert.deepEqual(await readExamRuns(dir, createCatalog()), []);
});

const speed = (mode: Mode, more: Partial<ModeSpeed>): ModeSpeed => ({
  model: "v/m",
  mode,
  firstTokenS: undefined,
  firstAnswerS: undefined,
  tokensPerSecond: undefined,
  ...more,
});

test("a mode's rate is its own median, else that of the model's modes; a rate of zero does not count", () => {
  const speeds = [
    speed("low", { tokensPerSecond: 50 }),
    speed("high", { tokensPerSecond: 90 }),
    speed("high", { tokensPerSecond: 110 }),
    speed("high", { tokensPerSecond: 100 }),
    speed("medium", { tokensPerSecond: 0 }),
  ];
  assert.equal(rateOf(speeds, "high"), 100);
  assert.equal(rateOf(speeds, "medium"), 100, "the upper of the two in the middle of 50, 90, 100 and 110");
  assert.equal(rateOf([], "high"), undefined);
  assert.equal(rateOf([speed("none", { tokensPerSecond: 0 })], "none"), undefined);
});

test("a wait that may hold thought says nothing of the first token", () => {
  const hidden = speed("high", { firstTokenS: 20, firstAnswerS: 20.1 });
  const shown = speed("high", { firstTokenS: 3, firstAnswerS: 40 });
  assert.equal(firstTokenOf([hidden]), undefined);
  assert.equal(firstTokenOf([hidden, shown]), 3);
  assert.equal(firstTokenOf([shown, speed("none", { firstTokenS: 0.8, firstAnswerS: 0.8 })]), 0.8);
  assert.equal(
    firstTokenOf([speed("low", { firstTokenS: 1, firstAnswerS: 1 })]),
    1,
    "too short to hold thought",
  );
});

const ITEMS: Readonly<Record<string, number>> = { gpqa: 0, hle: 0.6, ifbench: -1.5, lcr: -0.5 };
const LEVELS: Partial<Record<Mode, number>> = { low: 6.5, medium: 7.3, high: 8.2 };

/** ln tokens = level of the mode + 0.3 for the second vendor + growth * place. */
function plant(growth: number): ModeObservation[] {
  const random = splitmix32(2);
  return ["a", "b"].flatMap((vendor) =>
    [1, 2, 3, 4].flatMap((model) =>
      Object.entries(LEVELS).flatMap(([mode, level]) =>
        Object.entries(ITEMS).map(([item, place]) => ({
          model: `${vendor}/m-${model}`,
          vendor,
          mode: mode as Mode,
          item,
          value: level + (vendor === "b" ? 0.3 : 0) + growth * place + 0.02 * drawNormal(random),
        })),
      ),
    ),
  );
}

test("planted levels and places come back, and a run that was kept out is expected from its siblings", () => {
  const effects = fitModeEffects(
    plant(1).filter(({ model, mode }) => !(model === "a/m-1" && mode === "high")),
  );
  const kept = { model: "a/m-1", vendor: "a", mode: "high" } as const;
  assert.equal(effects.groundOf(kept), "sibling");
  assert.equal(effects.groundOf({ ...kept, mode: "low" }), "measured");
  assert.equal(effects.groundOf({ model: "c/new", vendor: "c", mode: "low" }), "family");
  for (const [item, place] of Object.entries(ITEMS)) {
    assert.ok(Math.abs(effects.placeOf(item) - place) < 0.1, `${item} at ${effects.placeOf(item)}`);
    assert.ok(Math.abs(effects.expect(kept, item) - 8.2 - place) < 0.2, item);
  }
  assert.equal(effects.placeOf(REFERENCE_ITEM), 0);
  const ofVendor = (vendor: string): number =>
    effects.levelOf({ model: `${vendor}/new`, vendor, mode: "low" });
  assert.ok(Math.abs(ofVendor("b") - ofVendor("a") - 0.3) < 0.1);
});

test("what is expected is the level, and growth times the place of the item", () => {
  const effects = fitModeEffects(plant(1));
  const subject = { model: "b/m-2", vendor: "b", mode: "medium" } as const;
  const sum = effects.levelOf(subject) + effects.growthOf(subject) * effects.placeOf("hle");
  assert.equal(effects.expect(subject, "hle"), sum);
  assert.equal(effects.placeOf("never asked"), 0);
  assert.equal(fitModeEffects(plant(1), false).growthOf(subject), 1, "without growth every run grows alike");
});

test("the order of observations makes no difference", () => {
  const [one, other] = [fitModeEffects(plant(1)), fitModeEffects(plant(1).toReversed())];
  for (const mode of ["low", "medium", "high"] as const) {
    const subject = { model: "a/m-1", vendor: "a", mode };
    assert.ok(Math.abs(one.expect(subject, "hle") - other.expect(subject, "hle")) < 1e-9);
  }
});

const runs: readonly ModeRun[] = plant(1).map(({ value, model, vendor, mode, item }) => ({
  model,
  vendor,
  mode,
  item,
  hidden: Math.exp(value),
  visible: 150,
}));

test("visible tokens are expected without the mode's thought", () => {
  const { visible } = fitBoth(runs);
  const answer = visible.expect({ model: "a/m-1", vendor: "a", mode: "low" }, "gpqa");
  assert.ok(Math.abs(Math.exp(answer) - 150) < 3, "what is shown does not depend on the mode here");
});
