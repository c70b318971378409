// Memory of a conversation makes its next turn quicker and changes nothing of it, and no word of it is kept.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";

import { plainInput, type Decision } from "../src/index.ts";
import {
  createConversationMemory,
  type BoundedMap,
  type ConversationMemory,
  type Message,
  type Remembered,
} from "../src/internals.ts";
import { loadShippedEngine } from "./shipped-engine.ts";

const { engine, offer } = await loadShippedEngine();
const candidates = offer("openai/gpt-5", "openai/gpt-5-mini", "anthropic/claude-sonnet-4-5");
const TOOLS = ["bash", "edit_file"].map((name) => ({ name, description: "Works.", parametersJson: "{}" }));
const say = (role: string, text: string, rest: Partial<Message> = {}): Message => ({
  role,
  text,
  parts: [],
  toolCallCount: 0,
  isToolResult: false,
  ...rest,
});
const call = (text: string, json: string): Message =>
  say("assistant", text, { toolCallCount: 1, toolCallJson: json });
const result = (text: string): Message => say("tool", text, { isToolResult: true });

const sha = (text: string): string => createHash("sha256").update(`key ${text}`).digest("hex");

const remembering = (memory: ConversationMemory, messages: readonly Message[]): Remembered => ({
  ...memory,
  digest: sha,
  digestOf: (count) => sha(JSON.stringify(messages.slice(0, count))),
});

function decide(messages: readonly Message[], tools = TOOLS, memory?: ConversationMemory): Decision {
  const input = plainInput({ messages, tools, candidates });
  const remembered = memory && remembering(memory, messages);
  return engine.decide({ ...input, known: { ...input.known, remembered } });
}

const words = fc.constantFrom(
  "Find the race in the scheduler and prove that the fix holds.",
  "yes, go on",
  "Fix the typo in README.md",
  "Schreibe einen Bericht über die Messreihe.",
  "",
  " ",
  "ok, and the tests?",
);
const turn = fc.oneof(
  words.map((text) => say("user", text)),
  fc
    .tuple(words, fc.nat({ max: 3_000 }))
    .map(([text, units]) => call(text, `{"path":"${"a/b ".repeat(units / 4)}"}`)),
  fc.nat({ max: 6_000 }).map((units) => result("line 12: value is missing\n".repeat(units / 26))),
  words.map((text) => say("assistant", text)),
  words.map((text) => say("user", text, { isToolResult: true, toolCallJson: "a result" })),
  words.map((text) => say("system", text)),
);

test("a conversation that grows is decided as if nothing of it had been read before", () => {
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 14 }), fc.boolean(), (messages, hasTools) => {
      const memory = createConversationMemory();
      const tools = hasTools ? TOOLS : [];
      for (let count = 1; count <= messages.length; count += 1) {
        const sent = messages.slice(0, count);
        assert.deepEqual(decide(sent, tools, memory).record, decide(sent, tools).record);
      }
    }),
    { numRuns: 60, seed: 11 },
  );
});

const SECRETS = ["zanzibarite", "quillfeather", "mossgate", "burrowlight"] as const;
const LOOP = [
  say("system", `You are a coding agent of the ${SECRETS[0]} project. ${"Be brief. ".repeat(400)}`),
  say("user", `Fix the ${SECRETS[1]} race in the scheduler and prove it.`),
  call("", `{"path":"${SECRETS[2]}.ts"}`),
  result(`export const ${SECRETS[3]} = 1;\n`.repeat(300)),
] as const;

/** The map, and what is put into it. */
function watched<T>(map: BoundedMap<T>, kept: unknown[]): BoundedMap<T> {
  const set = (key: string, value: T): void => {
    kept.push([key, value]);
    map.set(key, value);
  };
  return Object.assign(Object.create(map) as BoundedMap<T>, { set });
}

const numbersOf = (_: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value;

test("a step of a loop finds its turn and its beginning, and neither holds a word", () => {
  const kept: unknown[] = [];
  const { counted, readings } = createConversationMemory();
  const memory = { counted: watched(counted, kept), readings: watched(readings, kept) };
  const steps = [call("Reading on.", "{}"), result("All tests pass.")];
  decide(LOOP, TOOLS, memory);
  assert.deepEqual([readings.size, counted.size], [1, 1]);
  decide([...LOOP, ...steps], TOOLS, memory);
  decide([...LOOP, ...steps, ...steps], TOOLS, memory);
  assert.deepEqual([readings.size, counted.size], [1, 3]);
  const text = JSON.stringify(kept, numbersOf);
  assert.ok(text.length > 1_000);
  for (const secret of SECRETS) assert.ok(!text.includes(secret), secret);
});
