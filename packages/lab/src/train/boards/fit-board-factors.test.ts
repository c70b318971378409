// The fit finds abilities that were planted, and what it says of those that nothing or little is known of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNormal, splitmix32 } from "@signalbox/engine/numerics";
import type { Mode, Observation, Skill } from "./board-score.ts";
import { buildAbilityRows } from "./build-ability-rows.ts";
import type { AbilityRow } from "./build-ability-rows.ts";
import { findPredecessor } from "./find-predecessor.ts";
import { fitBoardFactors } from "./fit-board-factors.ts";
import { withoutSource } from "./list-observations.ts";
import { modeOfSetting } from "./mode-of-setting.ts";
import { floatAt, valueAt } from "../../arrays/value-at.ts";

const SKILL_BOARDS: readonly Skill[] = ["general", "knowledge", "code", "chat", "stem"];

interface Planted {
  readonly ability: number;
  readonly code?: number;
  readonly modes?: Partial<Record<Mode, number>>;
}

const listed = (ids: readonly string[]) => ids.map((id) => ({ id, vendor: id.split("/")[0] ?? "" }));

function observe(models: Readonly<Record<string, Planted>>, boardCount = 20): Observation[] {
  const random = splitmix32(7);
  const normal = () => drawNormal(random);
  return Array.from({ length: boardCount }, (_, board) => {
    const skill = valueAt(SKILL_BOARDS, board % SKILL_BOARDS.length);
    const [offset, slope] = [normal(), 0.7 + 0.4 * random()];
    return Object.entries(models).flatMap(([model, { ability, code = 0, modes = { default: 0 } }]) =>
      Object.entries(modes).map(([mode, shift]): Observation => ({
        model,
        mode: mode as Mode,
        item: `board-${board}`,
        benchmark: `board-${board}`,
        skill,
        family: `board-${board}`,
        value: offset + slope * (ability + shift + (skill === "code" ? code : 0)) + 0.15 * normal(),
        variance: 0,
        trust: 1,
      })),
    );
  }).flat();
}

const CROWD = Object.fromEntries(
  Array.from({ length: 40 }, (_, index): [string, Planted] => [`v/m-${index}`, { ability: -2 + index / 10 }]),
);

function fitRows(observations: readonly Observation[], ids: readonly string[]): readonly AbilityRow[] {
  return buildAbilityRows(fitBoardFactors(observations), observations, listed(ids));
}

function find(rows: readonly AbilityRow[], model: string, mode: Mode = "default"): AbilityRow {
  const row = rows.find((each) => each.model === model && each.mode === mode);
  assert.ok(row !== undefined, `${model} in mode ${mode} has no row`);
  return row;
}

test("planted abilities come back in their order, on one scale", () => {
  const rows = fitRows(observe(CROWD), Object.keys(CROWD));
  const means = Object.keys(CROWD).map((model) => find(rows, model).mean[0]!);
  const inversions = means.filter((mean, index) => index > 2 && mean < valueAt(means, index - 3)).length;
  assert.ok(inversions <= 1, `${inversions} models lie behind one that was planted .3 below them`);
});

test("a model that is better at code alone departs in code, and less than it was seen to", () => {
  const models = { ...CROWD, "v/coder": { ability: 0, code: 1 } };
  const { mean } = find(fitRows(observe(models, 30), Object.keys(models)), "v/coder");
  const departure = floatAt(mean, 3) - floatAt(mean, 0);
  assert.ok(departure > 0.1 && departure < 1, `code departs by ${departure.toFixed(2)}`);
});

test("an effort that helps everywhere is learned, and its row lies above the other", () => {
  const hybrids = Object.fromEntries(
    Array.from({ length: 10 }, (_, index): [string, Planted] => [
      `v/h-${index}`,
      { ability: index / 10, modes: { none: -0.5, high: 0.4 } },
    ]),
  );
  const rows = fitRows(observe({ ...CROWD, ...hybrids }), Object.keys(hybrids));
  for (const model of Object.keys(hybrids))
    assert.ok(find(rows, model, "high").mean[0]! > find(rows, model, "none").mean[0]! + 0.3, model);
});

test("boards on which more thought does worse lower no mode below one of less thought, and nobody is surer for it", () => {
  const models = { ...CROWD, "v/odd": { ability: 0.5, modes: { none: 0, low: 0.6, high: 0.2 } } };
  const factors = fitBoardFactors(observe(models));
  const rows = buildAbilityRows(factors, observe(models), listed(["v/odd"]));
  const level = (mode: Mode): number => floatAt(find(rows, "v/odd", mode).mean, 0);
  assert.ok(level("none") < level("low") && Math.abs(level("low") - level("high")) < 1e-9);
  const [low, high] = [find(rows, "v/odd", "low"), find(rows, "v/odd", "high")];
  const untouched = fitRows(observe({ ...CROWD, "v/odd": { ability: 0.5, modes: { none: 0, low: 0.6 } } }), [
    "v/odd",
  ]);
  assert.ok(floatAt(low.packed, 0) > 0.9 * floatAt(find(untouched, "v/odd", "low").packed, 0));
  assert.ok(floatAt(high.packed, 0) > 0);
});

test("a board's outlier bends no ability", () => {
  const observations = observe(CROWD);
  const at = observations.findIndex(({ model, item }) => model === "v/m-5" && item === "board-3");
  const outlier = valueAt(observations, at);
  observations[at] = { ...outlier, value: outlier.value + 8 };
  const plain = find(fitRows(observe(CROWD), ["v/m-5"]), "v/m-5").mean[0]!;
  const bent = find(fitRows(observations, ["v/m-5"]), "v/m-5").mean[0]!;
  assert.ok(Math.abs(bent - plain) < 0.15, `${plain.toFixed(2)} became ${bent.toFixed(2)}`);
});

test("a newcomer of a line inherits its predecessor with more doubt; others stay unknown", () => {
  const models = { ...CROWD, "v/claude-opus-4": { ability: 0.5 }, "v/claude-opus-4.5": { ability: 1 } };
  const rows = fitRows(observe(models), [
    "v/claude-opus-4",
    "v/claude-opus-4.5",
    "v/claude-opus-5",
    "v/other-1",
  ]);
  const known = find(rows, "v/claude-opus-4.5");
  const heir = find(rows, "v/claude-opus-5");
  assert.equal(heir.predecessor, "v/claude-opus-4.5");
  assert.ok(
    floatAt(heir.mean, 0) >= floatAt(known.mean, 0) && floatAt(heir.packed, 0) > floatAt(known.packed, 0),
  );
  assert.equal(
    rows.some(({ model }) => model === "v/other-1"),
    false,
  );
});

test("a size is no version, and another tier no predecessor", () => {
  assert.equal(findPredecessor({ id: "v/m-20b" }, [{ id: "v/m-7b" }]), undefined);
  assert.equal(findPredecessor({ id: "v/gpt-6-sol" }, [{ id: "v/gpt-5.6-luna" }]), undefined);
  assert.equal(findPredecessor({ id: "v/gpt-6-sol" }, [{ id: "v/gpt-5.6-sol" }]), "v/gpt-5.6-sol");
  assert.equal(
    findPredecessor({ id: "v/m-2.7-highspeed" }, [{ id: "v/m-2.5" }, { id: "v/m-2.7" }]),
    "v/m-2.7",
  );
  assert.equal(
    findPredecessor({ id: "v/claude-sonnet-4" }, [{ id: "v/claude-3.7-sonnet" }]),
    "v/claude-3.7-sonnet",
    "the version may be anywhere",
  );
  assert.equal(findPredecessor({ id: "v/grok-4.20" }, [{ id: "v/grok-4.7" }]), undefined, "4.20 is 4.2");
});

test("a setting's mode is read, a model's own words are not", () => {
  assert.equal(modeOfSetting("Adaptive Reasoning, Max Effort", "anthropic/claude-opus-4.8"), "xhigh");
  assert.equal(modeOfSetting("Non-reasoning, High Effort", "anthropic/claude-opus-4.8"), "none");
  assert.equal(modeOfSetting("; qwen3-max", "qwen/qwen3-max"), "default");
  assert.equal(modeOfSetting("; kimi-k2-thinking", "moonshotai/kimi-k2-thinking"), "default");
  assert.equal(modeOfSetting("claude-3-7-sonnet-thinking-16k", "anthropic/claude-3.7-sonnet"), "high");
  assert.equal(modeOfSetting("flow swallow", "v/m"), "default");
});

test("what concerns a judged source is left out: its outcomes and the boards near it", () => {
  const [one] = observe({ "v/m": { ability: 0 } }, 1);
  const named = (item: string, benchmark: string): Observation => ({ ...one!, item, benchmark });
  const observations = [
    named("outcomes:bfcl", "outcomes:bfcl"),
    named("bfcl_v3|x|", "bfcl_v3"),
    named("gpqa|x|", "gpqa"),
    named("outcomes:zeroeval", "outcomes:zeroeval"),
  ];
  const kept = withoutSource(observations, "bfcl").map(({ item }) => item);
  assert.deepEqual(kept, ["gpqa|x|", "outcomes:zeroeval"]);
});
