// How hard a prompt is read becomes the ability that it needs: planted needs come back, and the easier never needs more.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog } from "@signalbox/catalog";
import type { RoutingModel } from "@signalbox/engine";
import type { PromptEncoding } from "@signalbox/engine/internals";
import { sigmoid, splitmix32 } from "@signalbox/engine/numerics";
import { identifyModel } from "../../data/index.ts";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import type { MadePrompt } from "../../data/made-dataset.suite.ts";
import { ANCHORS } from "../anchors/anchors.ts";
import { fitDifficulty } from "./fit-difficulty.ts";
import type { FittedDifficulty } from "./fit-difficulty.ts";

const SLOPE = 1.2;
const NAMES = [
  "gpt-4o",
  "gpt-4o-mini",
  "claude-3-haiku-20240307",
  "claude-3-5-sonnet-20241022",
  "gpt-4-0613",
];
const ABILITY = [0.9, 0, -0.5, 1.1, 0.4];

/** Reads the ease that a prompt's text states; texts that state none, the anchors, are easy English. */
function readerOf(languageOf: (text: string) => string): RoutingModel {
  const encode: RoutingModel["encode"] = ({ prompt: { text } }) => {
    const stated = /ease (-?\d+(?:\.\d+)?)/.exec(text)?.[1];
    const encoding: Partial<PromptEncoding> = {
      difficulty: sigmoid(stated === undefined ? -5 : -Number(stated)),
      language: languageOf(text),
    };
    return encoding as PromptEncoding;
  };
  return { encode } as RoutingModel;
}

interface World {
  readonly needOf: (ease: number) => number;
  readonly split?: string;
  readonly languageOf?: (text: string) => string;
}

function fit({ needOf, split = "dev", languageOf = () => "en" }: World): FittedDifficulty {
  const random = splitmix32(4);
  const prompts = Array.from({ length: 60 }, (_, at): MadePrompt => {
    const ease = (at % 6) - 1;
    const scores = ABILITY.map((ability) => Number(random() < sigmoid(SLOPE * (ability - needOf(ease)))));
    return { text: `Prompt ${at} of ease ${ease}`, split, scores };
  });
  const dataset = makeDataset({ sources: [{ name: "made", models: NAMES, prompts }], hasSplits: true });
  const catalog = createCatalog();
  const abilities = new Map(
    dataset.models.map((model, at) => [identifyModel(model, catalog).id, ABILITY[at] ?? 0]),
  );
  return fitDifficulty({
    dataset,
    split: dataset.splits?.benchmark ?? new Uint8Array(),
    abilities,
    slope: SLOPE,
    model: readerOf(languageOf),
  });
}

test("harder prompts need more, and no easier one needs more than a harder", () => {
  const { curves } = fit({ needOf: (ease) => 1 - ease });
  const means = curves.english.map(({ mean }) => mean);
  assert.deepEqual(
    means,
    means.toSorted((a, b) => b - a),
  );
  assert.ok((means[1] ?? 0) - (means[5] ?? 0) > 0.5, means.join(" "));
  assert.equal(curves.english.length, curves.ease.length);
  assert.ok(curves.english.every(({ sd }) => sd >= 0));
});

test("a reading of difficulty that is worth nothing still never makes the easier need more", () => {
  const { curves } = fit({ needOf: (ease) => ease });
  const means = curves.english.map(({ mean }) => mean);
  assert.deepEqual(
    means,
    means.toSorted((a, b) => b - a),
  );
});

test("without prompts the curve is that of the anchors, and nothing is known of the rest", () => {
  const { curves, broad } = fit({ needOf: () => 0, split: "train" });
  const chances = ANCHORS.flatMap(({ label }) => (label.kind === "chance" ? [label.chance] : []));
  const needs = chances.map((chance) => -0.7 - Math.log(chance / (1 - chance)) / SLOPE);
  const mean = needs.reduce((sum, need) => sum + need, 0) / needs.length;
  for (const point of curves.english) assert.ok(Math.abs(point.mean - mean) < 1e-3, `${point.mean} ${mean}`);
  assert.deepEqual(broad, { mean: 0, sd: 0.5 });
});

test("a need without outcomes of able models is doubted: it stays near what was expected", () => {
  const { broad } = fit({ needOf: () => -8 });
  assert.ok(broad.mean > -3 && broad.mean < -1.2, `${broad.mean} of what was planted at -8`);
});

test("other languages have a curve of their own where there are any, else that of English", () => {
  const one = fit({ needOf: () => 0 });
  assert.deepEqual(one.curves.other, one.curves.english);
  const two = fit({
    needOf: (ease) => 1 - ease,
    languageOf: (text) => (text.includes("ease") ? "de" : "en"),
  });
  assert.notDeepEqual(two.curves.other, two.curves.english);
  const unknown = fit({ needOf: () => 0, languageOf: () => "und" });
  assert.deepEqual(unknown.curves, one.curves, "a language that was not recognised counts as English");
});
