import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { ATLAS_DIR } from "../../atlas/atlas.ts";
import { readFrameGrammar } from "../../atlas/frame-grammar.ts";
import { createFrameComposer } from "./compose-frame.ts";

const spare = { sentences: ["The ferry leaves at nine."], requests: ["Name a river in France."] };
const composer = createFrameComposer(readFrameGrammar(ATLAS_DIR), spare);
const ASK = 'Why do cats "purr"?\nExplain it to a child.';

test("the request stands once in every template, as it is, on one line or as a string of JSON", () => {
  const forms = new Set([ASK, ASK.replaceAll(/\s+/g, " "), JSON.stringify(ASK).slice(1, -1)]);
  for (let seed = 1; seed <= 500; seed += 1) {
    const stretches = composer.turn({ ask: ASK, language: "de" }, splitmix32(seed));
    const asks = stretches.filter(({ role }) => role === "ask");
    assert.equal(asks.length, 1);
    assert.ok(forms.has(asks[0]!.text), asks[0]!.text);
  }
});

test("templates differ in their parts, and system prompts ask for nothing", () => {
  const roles = new Set<string>();
  const texts = new Set<string>();
  for (let seed = 1; seed <= 200; seed += 1) {
    const stretches = composer.turn({ ask: ASK, language: "fr" }, splitmix32(seed));
    for (const { role } of stretches) roles.add(role);
    texts.add(stretches.map(({ text }) => text).join(""));
    assert.ok(composer.system("fr", splitmix32(seed)).every(({ role }) => role !== "ask"));
  }
  assert.deepEqual([...roles].toSorted(), ["ask", "form", "given", "pointer"]);
  assert.ok(texts.size > 190);
});
