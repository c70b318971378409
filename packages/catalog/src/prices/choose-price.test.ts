// Whose price applies to a model: the host that was named, else its own vendor, else the first host that takes money.
import assert from "node:assert/strict";
import { test } from "node:test";

import { priceAtHost, standingPrice, type PriceChoice } from "./choose-price.ts";

const entry = (host: string, output: number) => ({
  host,
  model: { id: "m", match: { equals: "m" }, prices: { input_mtok: output / 4, output_mtok: output } },
});
const choice = (more: Partial<PriceChoice>): PriceChoice => ({
  vendor: "mistral",
  claims: [],
  asOf: new Date("2026-11-28"),
  recorded: undefined,
  bookVersion: "book 1",
  ...more,
});
const RECORDED = { inputUsdPerMTok: 9, outputUsdPerMTok: 9, source: "a page" };

test("the vendor's own price stands before a cheaper host's", () => {
  const claims = [entry("together", 1), entry("mistral", 4)];
  assert.deepEqual(standingPrice(choice({ claims })), {
    inputUsdPerMTok: 1,
    outputUsdPerMTok: 4,
    source: "book 1 (mistral)",
  });
});

test("without the vendor's the first host that takes money stands, never a free tier", () => {
  const claims = [entry("openrouter", 0), entry("together", 2), entry("fireworks", 1)];
  assert.equal(standingPrice(choice({ claims }))?.source, "book 1 (together)");
});

test("a recorded price is the last resort, and the only one where every host is free", () => {
  assert.equal(standingPrice(choice({ recorded: RECORDED })), RECORDED);
  assert.equal(standingPrice(choice({ claims: [entry("openrouter", 0)], recorded: RECORDED })), RECORDED);
  assert.equal(
    standingPrice(choice({ claims: [entry("together", 2)], recorded: RECORDED }))?.outputUsdPerMTok,
    2,
  );
});

test("nobody's price is unknown, not zero", () => {
  assert.equal(standingPrice(choice({})), undefined);
  assert.equal(standingPrice(choice({ vendor: "acme", claims: [entry("openrouter", 0)] })), undefined);
});

test("a named host has its own price or none; another's is never borrowed", () => {
  const named = choice({ claims: [entry("groq", 3)] });
  assert.equal(priceAtHost(named, "groq")?.outputUsdPerMTok, 3);
  assert.equal(priceAtHost(named, "cerebras"), undefined);
});
