// Features in place of text: a value that was tampered with is refused, and no word of it is quoted.
import assert from "node:assert/strict";
import { test } from "node:test";

import { characters, holdBoundaries, items } from "../boundaries.suite.ts";
import { ContentFeaturesSchema } from "./content-features.ts";
import { selectRequestBody } from "./check-request.ts";

const tokens = {
  o200k: 10,
  cl100k: 10,
  claude: 11,
  gemini: 10,
  llama3: 10,
  qwen: 10,
  deepseek: 10,
  mistral: 12,
  unknown: 11,
};
const VALID = {
  artefact: "release-1",
  features: "AAAA",
  language: "en",
  notes: ["follow_up"],
  modalities: ["image"],
  has_tool_history: false,
  turns: 1,
  tools: 0,
  tokens,
  task: {
    operation: "answer",
    operation_chance: 0.9,
    field: "science",
    field_chance: 0.8,
    tiers: [0.6, 0.2, 0.1, 0.05, 0.05],
    tokens: { median: 120, low: 60, high: 240 },
    difficulty: 0.2,
  },
};

holdBoundaries("a set of content features", {
  schema: ContentFeaturesSchema,
  valid: VALID,
  takes: {
    "a language of three letters": { language: "und" },
    "padding of the base64": { features: "AAA=" },
    "no notes at all": { notes: [] },
    "every modality": { modalities: ["audio", "file", "image", "video"] },
    "the most tools": { tools: 128 },
    "the most turns": { turns: 2000 },
    "a length that was asked for": { demanded_length: { mean: 400, low: 200, high: 32_000 } },
    "no length asked for": { demanded_length: null },
    "the longest features": { features: characters(65_536) },
  },
  refuses: {
    "a missing artefact": { artefact: undefined },
    "an empty artefact": { artefact: "" },
    "features that are no base64": { features: "%%%%" },
    "features of three characters": { features: "AAA" },
    "features that are too long": { features: characters(65_537) },
    "a language in capitals": { language: "EN" },
    "a note that is not ours": { notes: ["a secret sentence"] },
    "33 notes": { notes: items(33, "follow_up") },
    "one modality twice": { modalities: ["image", "image"] },
    "no turns": { turns: 0 },
    "129 tools": { tools: 129 },
    "negative tokens": { tokens: { ...tokens, qwen: -1 } },
    "half a token": { tokens: { ...tokens, qwen: 0.5 } },
    "a family without tokens": { tokens: { ...tokens, claude: undefined } },
    "a length of zero": { demanded_length: { mean: 0, low: 0, high: 1 } },
  },
});

/** They are judged with the request that they are in. */
const bodyWith = (features: unknown) => ({ messages: "A digest.", content_features: features });
const findContentFeatureFaults = (features: unknown) => selectRequestBody.faultsOf(bodyWith(features));

test("valid features have no fault, and the check agrees", () => {
  assert.deepEqual(findContentFeatureFaults(VALID), []);
  assert.equal(selectRequestBody.isValid(bodyWith(VALID)), true);
});

test("every faulty place is named once, in sentences, and its value is never quoted", () => {
  const faults = findContentFeatureFaults({
    ...VALID,
    language: "my secret",
    tokens: { ...tokens, qwen: "hidden" },
  });
  assert.deepEqual(faults.map(({ location }) => location).toSorted(), [
    "content_features.language",
    "content_features.tokens.qwen",
  ]);
  for (const { message, fix } of faults) {
    assert.match(message, /^It .*\.$/);
    assert.match(fix, /^[A-Z].*\.$/);
    assert.doesNotMatch(message + fix, /secret|hidden/);
  }
});

test("a value that is no object is one fault of the whole", () => {
  for (const value of [7, "AAAA", []])
    assert.equal(findContentFeatureFaults(value)[0]?.location, "content_features");
});
