// Numbers at the edge of what a double holds, long texts and long lists: a sensible answer or a 422 that names the field.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SelectResponse } from "@signalbox/contracts";
import { startFullService, type FullService } from "./full-service.ts";

let full: FullService;
before(async () => {
  full = await startFullService();
});
after(() => full.close());

const ask = (body: object | Buffer) => full.call<SelectResponse>("POST", "/api/v1/model-select", body);
const body = (more: object) => ({
  messages: "Explain tides.",
  find_session: false,
  include: ["explanation"],
  ...more,
});
const LUNA = { name: "luna", model: "openai/gpt-5.6-luna" };

function assertSound({ explanation }: SelectResponse): void {
  for (const { usd, success, seconds, label } of explanation?.ranking ?? assert.fail()) {
    assert.ok(success >= 0 && success <= 1, label);
    for (const amount of [usd, seconds])
      assert.ok(
        amount === null || amount === undefined || (amount >= 0 && Number.isFinite(amount)),
        `${label} ${amount}`,
      );
  }
}

test("a price of nothing wins under cost where nothing else speaks, and the largest double is refused or bounded", async () => {
  const twins = [
    { ...LUNA, name: "paid" },
    { ...LUNA, name: "free", input_price: 0, output_price: 0 },
  ];
  const { json, status } = await ask(body({ llm_providers: twins, tradeoff: "cost" }));
  assert.equal(status, 200);
  assert.equal(json.llm_label, "free");
  assertSound(json);
  for (const price of [1e308, -1, "1"]) {
    const answer = await ask(
      body({
        llm_providers: [LUNA, { name: "odd", model: "acme/x", input_price: price, output_price: price }],
      }),
    );
    if (answer.status === 200) {
      assert.equal(answer.json.llm_label, "luna");
      assertSound(answer.json);
    } else {
      assert.equal(answer.status, 422, JSON.stringify(answer.json));
      assert.match(JSON.stringify(answer.json), /llm_providers\[1\]\.input_price/);
    }
  }
});

test("NaN and Infinity are no JSON, and a number that overflows is named", async () => {
  for (const written of ["NaN", "Infinity", "1e999"]) {
    const raw = JSON.stringify(body({ llm_providers: [{ ...LUNA, input_price: 7 }] })).replace(
      ":7",
      `:${written}`,
    );
    const { status } = await ask(Buffer.from(raw));
    assert.ok(status === 400 || status === 415 || status === 422, `${written} ${status}`);
  }
});

test("a bill that overflows is no number and takes no pick", async () => {
  const text = `Translate into German:\n\n${"The road is closed until Friday. ".repeat(20_000)}`;
  const list = [LUNA, { name: "huge", model: "acme/x", input_price: 1e307, output_price: 1e307 }];
  const { status, json } = await ask(body({ messages: text, llm_providers: list }));
  assert.ok(status === 200 || status === 422, `${status}`);
  if (status === 200) {
    assert.equal(json.llm_label, "luna");
    assertSound(json);
  } else assert.match(JSON.stringify(json), /price/);
});

test("five hundred candidates at one price are answered, or the limit is named", async () => {
  const list = Array.from({ length: 500 }, (_, at) => ({
    label: `m${at}`,
    model: `acme/m-${at}b`,
    input_price: 1,
    output_price: 1,
  }));
  const { status, json } = await ask(body({ llm_providers: list, tradeoff: "cost" }));
  if (status === 200) assertSound(json);
  else {
    assert.equal(status, 422);
    assert.match(JSON.stringify(json), /llm_providers/);
  }
});

test("five megabytes to translate are billed in proportion, or refused by size", async () => {
  const text = "The road is closed until Friday. ".repeat(160_000);
  const { status, json } = await ask(
    body({ messages: `Translate into German:\n\n${text}`, llm_providers: [LUNA], fallback: "least_bad" }),
  );
  if (status === 200) {
    assert.ok((json.explanation?.conversation.task?.tokens.median ?? 0) > 500_000);
    assertSound(json);
  } else assert.ok(status === 413 || status === 422, `${status} ${JSON.stringify(json).slice(0, 300)}`);
});

test("a bound of no tokens, of a fraction or of more than any model writes is a 422 that names the field", async () => {
  for (const bound of [0, -1, 0.5, 1e12]) {
    const { status, json } = await ask(body({ llm_providers: [LUNA], max_tokens: bound }));
    assert.equal(status, 422, `${bound}`);
    assert.match(JSON.stringify(json), /max_tokens/);
  }
});
