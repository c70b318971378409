import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";
import { SENTENCES } from "../../../test/language-sentences.data.ts";
import { detectLanguage } from "./detect-language.ts";

for (const [language, sentences] of Object.entries(SENTENCES))
  test(`sentences in ${language} are named so, or in doubt not at all`, () => {
    const named = sentences.map((sentence) => detectLanguage(sentence));
    for (const [at, name] of named.entries()) assert.ok([language, "und"].includes(name), sentences[at]);
    const right = named.filter((name) => name === language).length;
    assert.ok(right >= 1 && right >= sentences.length - 1, named.join(" "));
  });

test("of the sentences hardly any stays without a name", () => {
  const named = Object.values(SENTENCES).flat().map(detectLanguage);
  const unnamed = named.filter((name) => name === "und").length;
  assert.ok(unnamed <= 2, `${unnamed} of ${named.length}`);
});

test("foreign names, terms and code do not change the language of the words around them", () => {
  assert.equal(detectLanguage("用Python写一个quicksort函数"), "zh");
  assert.equal(detectLanguage("Что делает git rebase --interactive?"), "ru");
  assert.equal(
    detectLanguage("Erkläre mir bitte, was diese Abfrage macht: SELECT name FROM users WHERE age > 30"),
    "de",
  );
  assert.equal(detectLanguage("can you fix this? `const x = y.map((z) => z + 1);`"), "en");
  assert.equal(detectLanguage("Was heißt „Schadenfreude“ auf Chinesisch, etwa 幸灾乐祸?"), "de");
  assert.equal(detectLanguage("Which angle is α if β is twice as large as γ?"), "en");
});

test("Hindi is recognised in Latin letters too", () => {
  assert.equal(detectLanguage("bhai mujhe kal subah jaldi uthna hai, koi tarika batao"), "hi");
});

test("a word, code and what is no text have no language", () => {
  for (const text of [
    "",
    "   \n",
    "ok",
    "Bonjour",
    "12345 678.90",
    "😀😀 👍🏽",
    "https://example.com/a/b?x=1",
    "SELECT name FROM users WHERE age > 30 ORDER BY name",
    "select * from orders o join users u on u.id = o.user_id",
    "function foo(a, b) { return a + b; }",
    "use α β γ",
  ])
    assert.equal(detectLanguage(text), "und", text);
});

test("halves of surrogate pairs and texts of any length are read without a fault", () => {
  assert.equal(detectLanguage("\ud83d"), "und");
  assert.equal(detectLanguage("Was ist \udc00 das für ein \ud83d Zeichen?"), "de");
  assert.equal(detectLanguage("x".repeat(1_000_000)), "und");
  assert.equal(detectLanguage("Wie heißt der höchste Berg der Alpen? ".repeat(20_000)), "de");
  const names = /^[a-z]{2,3}$/;
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => names.test(detectLanguage(text))),
  );
});

test("what was read before leaves no trace", () => {
  const first = detectLanguage("Welcher Fluss fließt durch Köln?");
  for (const other of ["Какая река течёт через Кёльн?", "什么河流经科隆？", "a(b)c{d}"]) {
    detectLanguage(other);
    assert.equal(detectLanguage("Welcher Fluss fließt durch Köln?"), first);
  }
});
