// One record for each vendor and host: here the records are held to each other and to the data that ships.
import assert from "node:assert/strict";
import { test } from "node:test";

import { tokenizerOf } from "./build/derive-facts.ts";
import { loadCatalogData } from "./create-catalog.ts";
import { DOTTED_VENDORS, HOST_WORDS, priceHostOf, VENDOR_BY_NAMESPACE } from "./host-words.ts";
import { HOSTS, VENDORS } from "./vendors.data.ts";

const { models } = loadCatalogData();
const duplicates = (words: readonly string[]): readonly string[] =>
  words.filter((word, index) => words.indexOf(word) !== index);

test("no word means two vendors or two hosts", () => {
  assert.deepEqual(duplicates(VENDORS.map(({ id }) => id)), []);
  assert.deepEqual(duplicates(VENDORS.flatMap(({ id, spellings = [] }) => spellings.concat(id))), []);
  assert.deepEqual(duplicates(HOSTS.flatMap(({ id, spellings = [] }) => spellings.concat(id))), []);
});

test("words are written as spellings are compared: lower case, without a slash", () => {
  for (const { id, spellings = [] } of [...VENDORS, ...HOSTS])
    for (const word of spellings.concat(id)) assert.match(word, /^[a-z0-9][a-z0-9._-]*$/);
});

test("a word of a host claims no vendor, so that a host may serve anybody's models", () => {
  for (const word of HOST_WORDS) assert.equal(VENDOR_BY_NAMESPACE.has(word), false, word);
});

test("every vendor of the data that has a record is found by its own word, unless that means a host", () => {
  const known = new Set(VENDORS.map(({ id }) => id));
  for (const vendor of new Set(models.map((model) => model.vendor)))
    if (known.has(vendor) && !HOST_WORDS.has(vendor)) assert.equal(VENDOR_BY_NAMESPACE.get(vendor), vendor);
});

test("all spellings of a vendor and of a host lead to one price list", () => {
  for (const { id, spellings = [], pricedAt } of VENDORS)
    if (pricedAt !== undefined)
      for (const word of spellings.concat(id)) assert.equal(priceHostOf(word), pricedAt, word);
  assert.equal(priceHostOf("togetherai"), "together");
  assert.equal(priceHostOf("amazon-bedrock"), "aws");
  assert.equal(priceHostOf("a-gateway-of-ours"), "a-gateway-of-ours");
});

test("vendors whose word is a host too are claimed before a dot alone", () => {
  assert.deepEqual([...DOTTED_VENDORS].toSorted(), ["amazon", "google"]);
  for (const vendor of DOTTED_VENDORS) assert.ok(HOST_WORDS.has(vendor));
});

test("a model's own vendor decides its tokenizer before the family in its name", () => {
  const wanted = {
    "openai/gpt-4o-mini": "o200k",
    "openai/o3": "o200k",
    "openai/gpt-3.5-turbo": "cl100k",
    "microsoft/phi-4": "cl100k",
    "microsoft/phi-4-mini": "o200k",
    "anthropic/claude-sonnet-4-5": "claude",
    "google/gemma-3-27b": "gemini",
    "meta/llama-3.3-70b-instruct": "llama3",
    "meta/llama-2-70b-chat": "mistral",
    "deepseek/deepseek-v3": "deepseek",
    "deepseek/deepseek-r1-distill-qwen-32b": "qwen",
    "qwen/qwq-32b": "qwen",
    "nvidia/llama-3.1-nemotron-70b": "llama3",
    "nousresearch/hermes-2-mixtral": "mistral",
    "acme/rocket-1": "unknown",
  };
  for (const [id, family] of Object.entries(wanted)) assert.equal(tokenizerOf(id), family, id);
});

test("the shipped data was made with these records", () => {
  for (const { id, tokenizer } of models) assert.equal(tokenizer, tokenizerOf(id), id);
});
