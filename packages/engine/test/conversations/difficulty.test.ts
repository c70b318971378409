// Easy things go to cheap models, hard things to strong ones; wording and language do not change that.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, USUAL, WEAK } from "./ask.ts";

const GREETINGS = [
  "hi",
  "Hello! How are you today?",
  "thanks a lot, that was helpful",
  "good morning",
  "ok great, bye!",
  "Guten Morgen, wie geht's?",
  "Hola, ¿qué tal?",
  "Merci beaucoup !",
  "你好",
  "ありがとうございます",
];

for (const text of GREETINGS)
  test(`under cost, "${text}" goes to a model at a small share of the usual price`, () => {
    const { record } = ask({ messages: text, tradeoff: "cost" });
    const prices = record.ranking.map(({ usd }) => usd ?? Infinity).sort((a, b) => a - b);
    const median = prices[Math.floor(prices.length / 2)] ?? 0;
    assert.ok((record.ranking[0]?.usd ?? Infinity) <= 0.25 * median, `${record.label} of ${prices.join()}`);
  });

const SIMPLE = [
  "What is the capital of France?",
  "Fix the typos: I has went to teh shop yestarday.",
  "Translate 'good evening' into Spanish.",
  "Write a Python function that reverses a string.",
  "Give me three name ideas for a cat.",
  "Schreibe eine kurze E-Mail: Ich bin heute krank und komme nicht ins Büro.",
  "用一句话解释什么是光合作用",
];

for (const text of SIMPLE)
  test(`under cost, "${text}" costs a small share of what the ablest would`, () => {
    const { record } = ask({ messages: text, tradeoff: "cost" });
    const [pick] = record.ranking;
    const ablest = record.ranking.reduce((a, b) => (b.success > a.success ? b : a));
    assert.ok((pick?.usd ?? Infinity) <= 0.35 * (ablest.usd ?? 0), `${record.label}, ${ablest.label}`);
  });

const HARD = [
  "Find all functions f from the reals to the reals such that f(x + f(y)) = f(x) + y for all real x and y, and prove that there are no others.",
  "Let n be a positive integer. Prove that the number of ordered pairs (a, b) with lcm(a, b) = n is the number of divisors of n^2.",
  "Evaluate the integral of ln(1+x)/(1+x^2) from 0 to 1 in closed form and justify every step.",
  "In triangle ABC the incircle touches BC at D. Let I be the incentre and M the midpoint of AD. Prove that IM bisects BC.",
  "Given a tree of 200000 nodes and online queries 'sum of the k smallest edge weights on the path u-v' with point updates, design and prove an algorithm in O(log^2 n) and implement it in C++.",
  "Implement a lock-free multi-producer multi-consumer queue in C++ with hazard pointers and prove that it is linearizable.",
  "Derive the one-loop beta function of QED in dimensional regularisation, with all counterterms.",
  "Beweise, dass es unendlich viele Primzahlen p mit p ≡ 1 mod 4 gibt, und bestimme asymptotisch ihre Dichte.",
];

for (const text of HARD)
  test(`by default, "${text.slice(0, 60)}..." goes to a strong model`, () => {
    const { label, record } = ask(text);
    assert.ok(
      !WEAK.includes(label),
      `${label}: ${record.ranking.map((r) => `${r.label} ${r.success}`).join(", ")}`,
    );
  });

for (const [easy, hard] of [
  ["hi", HARD[0]],
  ["thank you!", HARD[2]],
  ["good morning", HARD[5]],
] as const)
  test(`under cost, "${easy}" and "${hard?.slice(0, 40)}..." diverge`, () => {
    const offered = ["openai/gpt-4o-mini", "openai/o3", "anthropic/claude-sonnet-4-5"];
    const cheap = ask({ messages: easy, tradeoff: "cost" }, offered);
    const strong = ask({ messages: hard, tradeoff: "cost" }, offered);
    assert.notEqual(cheap.label, strong.label);
    assert.equal(cheap.label, "openai/gpt-4o-mini");
    assert.match(strong.explanation.summary, /\d+ %.*\$\d/);
  });

for (const [language, text] of [
  ["de", "Bitte erkläre mir in einfachen Worten, wie eine Wärmepumpe funktioniert und wann sie sich lohnt."],
  [
    "fr",
    "Peux-tu m'expliquer simplement comment fonctionne une pompe à chaleur et quand elle est rentable ?",
  ],
  ["es", "¿Puedes explicarme con palabras sencillas cómo funciona una bomba de calor y cuándo compensa?"],
  ["zh", "请用简单的话解释热泵是怎么工作的，什么时候值得安装。"],
  ["ja", "ヒートポンプの仕組みと、いつ導入すると得かを簡単に説明してください。"],
  ["ru", "Объясни простыми словами, как работает тепловой насос и когда он окупается."],
] as const)
  test(`the language ${language} is recognised and reported`, () => {
    assert.equal(ask(text).explanation.conversation.language, language);
  });

test("the dial runs from the best to the cheapest", () => {
  for (const text of [HARD[0] ?? "", SIMPLE[0] ?? "", GREETINGS[0] ?? ""]) {
    const picks = [0, 2, 4, 6, 8, 10].map(
      (dial) => ask({ messages: text, cost_quality_tradeoff: dial }).record.ranking[0]?.usd ?? 0,
    );
    assert.deepEqual(
      picks,
      picks.toSorted((a, b) => b - a),
    );
    assert.equal(ask({ messages: text, cost_quality_tradeoff: 10 }).label, "meta/llama-3.1-8b-instruct");
  }
});

test("depth 1 takes the best whatever it costs, even under cost", () => {
  const { record } = ask({ messages: HARD[0], tradeoff: "cost", max_model_depth: 1 });
  assert.equal(record.rejected.length, USUAL.length - 1);
  const { ranking } = ask({ messages: HARD[0], cost_quality_tradeoff: 0 }).record;
  assert.equal(record.ranking[0]?.utility, Math.max(...ranking.map(({ utility }) => utility)));
});

test("under latency nobody waits longer than under quality", () => {
  for (const messages of [...SIMPLE, ...HARD]) {
    const secondsOf = (tradeoff?: string) =>
      ask({ messages, tradeoff }).record.ranking[0]?.seconds ?? Infinity;
    assert.ok(secondsOf("latency") <= secondsOf(), messages);
  }
});
