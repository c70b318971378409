// Requests among what asks for nothing: the request is in what comes of it, whole, and the same seed gives the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { loadAtlas } from "../../atlas/atlas.ts";
import { createComposer } from "./compose.ts";
import { createScatter } from "./fit-clusters.ts";

const { entries, texts, surroundings, spareTexts } = loadAtlas();
const { compose } = createComposer(surroundings, spareTexts.get("text") ?? []);
const REQUEST = "Prove that every finite integral domain is a field.";
const asked = { messages: [{ role: "user", content: REQUEST }], tools: [] };

test("the request stands whole among its surroundings, in many ways, and other turns stay as they are", () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 200; seed += 1) {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
      ...asked.messages,
    ];
    const composed = compose({ messages, tools: [] }, "en", splitmix32(seed));
    assert.deepEqual(composed, compose({ messages, tools: [] }, "en", splitmix32(seed)));
    const last = composed.messages.at(-1)!.content;
    assert.ok(last.includes(REQUEST) && last.length > REQUEST.length, last);
    assert.deepEqual(composed.messages.slice(-3, -1), messages.slice(0, 2));
    seen.add(last);
  }
  assert.ok(seen.size > 190);
});

test("among sentences of carried texts the request stands whole, and a language without texts leaves it as it is", () => {
  const scatter = createScatter(entries, texts);
  const turnOf = (seed: number): string => scatter(asked, "en", splitmix32(seed)).messages.at(-1)!.content;
  const turns = Array.from({ length: 200 }, (_, seed) => turnOf(seed));
  assert.ok(turns.every((turn) => turn.includes(REQUEST)));
  assert.ok(new Set(turns).size > 150);
  assert.equal(turnOf(7), turnOf(7));
  assert.deepEqual(scatter(asked, "xx", splitmix32(1)), asked);
});

test("without surroundings a request stays as it is", () => {
  const { compose: leave } = createComposer([], []);
  assert.deepEqual(leave(asked, "en", splitmix32(1)), asked);
});

test("every kind of surrounding comes from more than one writer in every language, so that a writer can be held out", () => {
  const writers = Map.groupBy(surroundings, ({ language }) => language);
  for (const [language, own] of writers)
    assert.ok(new Set(own.map(({ surrounding }) => surrounding.writer)).size > 1, language);
});
