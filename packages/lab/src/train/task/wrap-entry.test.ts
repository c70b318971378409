import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { AtlasEntry } from "../../atlas/atlas.ts";
import { wrapEntry } from "./wrap-entry.ts";

const entry = (messages: AtlasEntry["messages"]): AtlasEntry =>
  ({ id: "en-0001", lang: "en", messages, tools: ["search"], labels: [] }) as unknown as AtlasEntry;

const ALONE = entry([{ role: "user", content: "Name three rivers, please." }]);
const LONG = entry([
  { role: "user", content: "Write a sonnet." },
  { role: "assistant", content: "Shall I compare thee" },
  { role: "user", content: "Now shorter." },
]);
const WITH_SYSTEM = entry([
  { role: "system", content: "Answer in French." },
  { role: "user", content: "What is a mole?" },
]);

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed + 1);
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, "");

test("what is asked stays in the request, however it is wrapped", () => {
  for (const seed of SEEDS) {
    const { messages } = wrapEntry(ALONE, splitmix32(seed));
    const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
    assert.ok(lettersOf(asked).includes("namethreerivers"), asked);
  }
});

test("the same seed wraps the same way, and seeds differ", () => {
  const wrapped = SEEDS.map((seed) => JSON.stringify(wrapEntry(ALONE, splitmix32(seed))));
  assert.deepEqual(
    wrapped,
    SEEDS.map((seed) => JSON.stringify(wrapEntry(ALONE, splitmix32(seed)))),
  );
  assert.ok(new Set(wrapped).size > 50);
});

test("of a conversation only the last turn of the user is wrapped", () => {
  for (const seed of SEEDS) {
    const messages = wrapEntry(LONG, splitmix32(seed)).messages.filter(({ role }) => role !== "system");
    assert.deepEqual(messages.slice(0, 2), LONG.messages.slice(0, 2));
    assert.equal(messages.length, 3);
  }
});

test("a persona stands first, and never beside a system prompt that is there already", () => {
  let personas = 0;
  for (const seed of SEEDS) {
    const roles = wrapEntry(ALONE, splitmix32(seed)).messages.map(({ role }) => role);
    if (roles.includes("system")) personas += 1;
    assert.ok(roles.lastIndexOf("system") <= 0, roles.join());
    const own = wrapEntry(WITH_SYSTEM, splitmix32(seed)).messages;
    assert.deepEqual(own[0], WITH_SYSTEM.messages[0]);
    assert.equal(own.filter(({ role }) => role === "system").length, 1);
  }
  assert.ok(personas > 90 && personas < 210, String(personas));
});

test("labels, tools and everything else of the entry stay as they are, and the entry itself is untouched", () => {
  const before = structuredClone(LONG);
  const { messages: _messages, ...rest } = wrapEntry(LONG, splitmix32(7));
  const { messages: _own, ...expected } = LONG;
  assert.deepEqual(rest, expected);
  assert.deepEqual(LONG, before);
});
