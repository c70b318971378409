import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATIONS, SignalboxError, TASK_FIELDS } from "@signalbox/contracts";
import { parseAtlasLabel, parseAtlasRequest } from "./atlas-schema.ts";

const REQUEST = { id: "en-0001", lang: "en", text: "Name three rivers." };
const LABEL = { id: "en-0001", op: OPERATIONS[0], field: TASK_FIELDS[0], tier: 2, tokens: [20, 80] };
const WHERE = "requests/en.jsonl:7";

const refusal = (parse: () => unknown): string => {
  try {
    parse();
  } catch (error) {
    assert.ok(error instanceof SignalboxError);
    assert.equal(error.code, "invalid_data");
    return error.detail;
  }
  return assert.fail("it was taken");
};

test("a request is a text or a conversation, and keeps what it carries", () => {
  assert.deepEqual(parseAtlasRequest(REQUEST, WHERE), REQUEST);
  const { text: _text, ...rest } = REQUEST;
  const conversation = {
    ...rest,
    messages: [{ role: "user", content: "Hi" }],
    tools: ["search"],
    matter: ["en-log-3"],
  };
  assert.deepEqual(parseAtlasRequest(conversation, WHERE), conversation);
});

test("a request with both or with neither is refused, with its file and line", () => {
  const both = { ...REQUEST, messages: [{ role: "user", content: "Hi" }] };
  const { text: _text, ...neither } = REQUEST;
  for (const line of [both, neither])
    assert.equal(
      refusal(() => parseAtlasRequest(line, WHERE)),
      `${WHERE}: give either "text" or "messages".`,
    );
});

test("the first fault of a request is named at its place", () => {
  const faulty = [
    [{ ...REQUEST, id: "en-1" }, "/id"],
    [{ ...REQUEST, lang: "English" }, "/lang"],
    [{ ...REQUEST, text: "" }, "/text"],
    [{ ...REQUEST, text: undefined, messages: [{ role: "robot" }] }, "/messages/0/role"],
    [{ ...REQUEST, matter: ["a file"] }, "/matter/0"],
  ] as const;
  for (const [line, place] of faulty) {
    const words = refusal(() => parseAtlasRequest(line, WHERE));
    assert.ok(words.startsWith(`${WHERE}: ${place} `), words);
  }
});

test("what is no object at all is refused the same way", () => {
  for (const line of [null, 7, "text", []])
    assert.ok(refusal(() => parseAtlasRequest(line, WHERE)).startsWith(WHERE));
});

test("every operation, every field and every tier is a label", () => {
  for (const op of OPERATIONS) assert.equal(parseAtlasLabel({ ...LABEL, op }, WHERE).op, op);
  for (const field of TASK_FIELDS) assert.equal(parseAtlasLabel({ ...LABEL, field }, WHERE).field, field);
  for (const tier of [1, 2, 3, 4, 5]) assert.equal(parseAtlasLabel({ ...LABEL, tier }, WHERE).tier, tier);
});

test("a label of another list, a tier beyond five and a member too many are refused", () => {
  for (const more of [
    { op: "dance" },
    { field: "astrology" },
    { tier: 0 },
    { tier: 6 },
    { tier: 2.5 },
    { note: "x" },
  ])
    assert.ok(refusal(() => parseAtlasLabel({ ...LABEL, ...more }, WHERE)).startsWith(WHERE));
});

test("a range of tokens has two ends of at least one, the lower first", () => {
  assert.deepEqual(parseAtlasLabel({ ...LABEL, tokens: [5, 5] }, WHERE).tokens, [5, 5]);
  for (const tokens of [[80, 20], [0, 10], [10], [1, 2, 3]])
    assert.ok(refusal(() => parseAtlasLabel({ ...LABEL, tokens }, WHERE)).startsWith(WHERE));
});
