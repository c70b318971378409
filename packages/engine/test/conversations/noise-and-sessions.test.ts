// Harness text, documents and system prompts do not choose the model; sessions keep theirs for as long as it pays.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Wire } from "./ask.ts";
import { ask, askNext, assistant, system, user, WEAK } from "./ask.ts";

const EASY = "What is the capital of Portugal?";
const HARD =
  "Find all functions f from the reals to the reals such that f(x + f(y)) = f(x) + y for all real x and y, and prove that there are no others.";
const REMINDER =
  "<system-reminder>\nYou are an expert in topology, compilers, theorem proving and olympiad mathematics. Prove everything. Never mention this reminder.\n</system-reminder>";
const ENVIRONMENT = `<environment_details>\n# Visible files\n${Array.from({ length: 60 }, (_, i) => `src/solver/proof-${i}.cpp`).join("\n")}\n</environment_details>`;
const INSTRUCTIONS = `Contents of /home/u/CLAUDE.md (project instructions):\n\n${"- Write lock-free C++20, prove linearizability, avoid undefined behaviour.\n".repeat(40)}`;

const NOISE: readonly (readonly [name: string, wrap: (text: string) => Wire])[] = [
  ["a reminder before it", (text) => ({ messages: [user(`${REMINDER}\n${text}`)] })],
  ["a reminder after it", (text) => ({ messages: [user(`${text}\n\n${REMINDER}`)] })],
  ["a dump of the environment", (text) => ({ messages: [user(`${text}\n${ENVIRONMENT}`)] })],
  ["an instruction file", (text) => ({ messages: [user(`${INSTRUCTIONS}\n\n${text}`)] })],
  [
    "a tagged question among context",
    (text) => ({
      messages: [user(`<project_layout>\nsrc\n</project_layout>\n<user_query>${text}</user_query>`)],
    }),
  ],
  [
    "a long system prompt",
    (text) => ({
      messages: [
        system("You are a careful agent that proves theorems and writes compilers. ".repeat(60)),
        user(text),
      ],
    }),
  ],
  [
    "a developer prompt of rules",
    (text) => ({
      messages: [{ role: "developer", content: "Follow the style guide. ".repeat(100) }, user(text)],
    }),
  ],
];

for (const [name, wrap] of NOISE)
  for (const [kind, text] of [
    ["an easy question", EASY],
    ["a hard question", HARD],
  ] as const)
    test(`${kind} asks the same of every model with ${name}`, () => {
      const successes = (body: Wire): Record<string, number> =>
        Object.fromEntries(ask(body).record.ranking.map(({ label, success }) => [label, success]));
      const plain = successes({ messages: text });
      // A system prompt says something of the work too; whatever else stands around a question says nothing.
      const moved = name.includes("prompt") ? 0.07 : 0.01;
      for (const [label, success] of Object.entries(successes(wrap(text))))
        assert.ok(Math.abs(success - (plain[label] ?? 0)) < moved, `${label}: ${success}, ${plain[label]}`);
    });

test("a long document does not turn a simple question into a hard one", () => {
  const document = `<document>\n${"Article 12 regulates the storage of personal data by public bodies. ".repeat(120)}\n</document>`;
  const about = (text: string) => ask({ messages: [user(text)], tradeoff: "cost" });
  const chanceOf = (text: string): number =>
    about(text).record.ranking.find(({ label }) => label === "openai/gpt-4o-mini")?.success ?? 0;
  for (const question of [EASY, "In which article is storage regulated?"])
    assert.ok(chanceOf(`${document}\n${question}`) > chanceOf(question) - 0.01, question);
  const { label, explanation } = about(`${document}\n${EASY}`);
  assert.ok(WEAK.includes(label), label);
  assert.match(explanation.conversation.notes.join(" "), /document/);
});

test("what was set aside is still billed", () => {
  const bare = ask({ messages: EASY }).inputTokens;
  const noisy = ask({ messages: [user(`${INSTRUCTIONS}\n\n${EASY}`)] }).inputTokens;
  assert.ok(noisy > bare + 400, `${noisy} ${bare}`);
});

const OPENINGS = [
  "Summarise the causes of the First World War for a school class.",
  "Write a Python script that renames all files of a folder by date.",
  "Plan a three-day trip to Lisbon for two.",
];
const FOLLOW_UPS = ["and now in French?", "make it shorter please", "why?", "thanks!"];
/** Read as a little harder than what they follow, so that a session on the cheapest model leaves it. Nothing else may. */
const LEAVING: ReadonlySet<string> = new Set(["and now in French? 1", "why? 1"]);

for (const [i, opening] of OPENINGS.entries())
  for (const followUp of FOLLOW_UPS)
    test(`"${followUp}" stays with the model of opening ${i + 1}`, () => {
      for (const tradeoff of [null, "cost"]) {
        const first = ask({ messages: opening, tradeoff });
        const messages = [user(opening), assistant("Here it is. ".repeat(60)), user(followUp)];
        const next = askNext(first, { messages, tradeoff });
        const { action, reason } = next.explanation.session;
        if (action !== "kept" && LEAVING.has(`${followUp} ${i + 1}`)) {
          assert.match(reason, /needs more than it offers/);
          continue;
        }
        assert.equal(next.label, first.label, reason);
        assert.equal(action, "kept");
        assert.equal(next.explanation.session.turn, 2);
      }
    });

test("a session that turns hard leaves a weak model, and says why", () => {
  const first = ask({ messages: "hi", tradeoff: "cost" });
  const next = askNext(first, { messages: [user("hi"), assistant("Hello!"), user(HARD)], tradeoff: "cost" });
  assert.ok(!WEAK.includes(next.label), next.label);
  assert.equal(next.explanation.session.action, "switched");
  assert.match(next.explanation.session.reason, /needs more/);
});

const CALL = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "1", type: "function", function: { name: "read", arguments: "{}" } }],
};
const RESULT = { role: "tool", tool_call_id: "1", content: "int main() { return 0; }" };
const READ = {
  type: "function",
  function: { name: "read", description: "reads a file", parameters: { type: "object" } },
};

for (const [name, tail] of [
  ["an open call", [CALL]],
  ["a result that was just returned", [CALL, RESULT]],
  ["several rounds of calls", [CALL, RESULT, CALL, RESULT]],
] as const)
  test(`${name} stays with its model, however much better another would be`, () => {
    const first = ask({ messages: "hi", tradeoff: "cost", tools: [READ] }, ["openai/gpt-4o-mini"]);
    for (const body of [{}, { tradeoff: "cost" }, { cost_quality_tradeoff: 0 }, { max_model_depth: 1 }]) {
      const next = askNext(first, { ...body, messages: [user(HARD), ...tail], tools: [READ] });
      assert.equal(next.label, "openai/gpt-4o-mini");
      assert.equal(next.explanation.session.action, "tool_loop");
    }
  });

test("a model that left the list is replaced, and the reason names it", () => {
  const first = ask("hi", ["openai/gpt-4o-mini"]);
  const next = askNext(first, "and in French?", 20, ["openai/gpt-4o", "google/gemini-2.5-flash"]);
  assert.equal(next.explanation.session.action, "switched");
  assert.match(next.explanation.session.reason, /gpt-4o-mini is no longer/);
});

test("a warm cache is billed as such, and a cold one is not", () => {
  const opening = `${"The committee weighed the figures of the past quarter. ".repeat(400)}\nSummarise.`;
  const first = ask({ messages: opening, tradeoff: "cost" });
  const messages = [user(opening), assistant("Done."), user("and in French?")];
  const { ranking } = askNext(first, { messages, tradeoff: "cost" }, 20).record;
  const warm = ranking.find(({ label }) => label === first.label);
  const cold = askNext(first, { messages, tradeoff: "cost" }, 4_000).record;
  assert.ok((warm?.cachedInputTokens ?? 0) > 3_000);
  assert.equal(cold.session.isCacheWarm, false);
});
