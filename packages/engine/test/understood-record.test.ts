// Everything that explanations say of a request is in the record.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explainDecision, plainInput, readSelectRequest } from "../src/index.ts";
import { readRecord } from "../src/internals.ts";
import { loadShippedEngine } from "./shipped-engine.ts";

const { engine, catalog } = await loadShippedEngine();
const INVOICE = `Invoice 2024-117\n${Array.from({ length: 90 }, (_, at) => `${at + 1} crates of pears, ${at * 3}.20 EUR, delivered on the ${(at % 28) + 1}th`).join("\n")}`;

function decide() {
  const body = {
    messages: [
      {
        role: "user",
        content: `Extract the line items of this invoice as JSON.\n\n<document>${INVOICE}</document>`,
      },
    ],
    llm_providers: ["openai/gpt-5-mini", "openai/gpt-4o"].map((model) => ({ model })),
  };
  return engine.decide(plainInput({ ...readSelectRequest(body, catalog), explorationDraw: 0.5 }));
}

const wordsOf = (record: unknown): string =>
  explainDecision(readRecord(JSON.parse(JSON.stringify(record)) as never)).conversation.understood ?? "";

test("the explanation of a kept record says what that of the decision said", () => {
  const { explanation, record } = decide();
  assert.match(explanation.conversation.understood ?? "", /^Extraction \(\w+, English\); about \d+/);
  assert.equal(wordsOf(record), explanation.conversation.understood);
});

test("a record holds nothing that another thread cannot be sent", () => {
  const { record } = decide();
  assert.deepEqual(JSON.parse(JSON.stringify(structuredClone(record))), JSON.parse(JSON.stringify(record)));
});
