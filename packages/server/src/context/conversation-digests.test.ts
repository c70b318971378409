import assert from "node:assert/strict";
import { test } from "node:test";

import type { Message } from "@signalbox/engine/internals";
import fc from "fast-check";

import { createDigestKey, digestContent } from "./content-digest.ts";
import { ConversationDigests } from "./conversation-digests.ts";

const message = fc.record({
  role: fc.constantFrom("system", "user", "assistant", "tool"),
  text: fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.integer({ min: 0, max: 9_000 }).map((units) => "aé漢\ud83d ".repeat(units / 5)),
  ),
  isToolResult: fc.boolean(),
  call: fc.constantFrom<Pick<Message, "toolCallJson">>({}, { toolCallJson: '{"answer":4}' }),
});

test("the digest of every beginning is that of its messages alone, in whatever order they are asked for", () => {
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 7 }),
      fc.array(fc.nat({ max: 7 }), { maxLength: 9 }),
      (texts, asked) => {
        const messages = texts.map(({ call, ...each }) => ({
          ...each,
          ...call,
          parts: [],
          toolCallCount: 0,
        }));
        const key = createDigestKey("secret");
        const digests = new ConversationDigests(messages, key);
        for (const number of asked) {
          const count = Math.min(number, messages.length);
          assert.equal(digests.of(count), digestContent(messages.slice(0, count), createDigestKey("secret")));
        }
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

test("two conversations of one account that are read by turns keep their digests apart", () => {
  const key = createDigestKey("secret");
  const ofSign = (sign: string) =>
    [3, 2, 1].map((times) => ({
      role: "user",
      text: sign.repeat(5_000 * times),
      parts: [],
      toolCallCount: 0,
      isToolResult: false,
    }));
  const [one, other] = [ofSign("a"), ofSign("b")];
  const [ofOne, ofOther] = [new ConversationDigests(one, key), new ConversationDigests(other, key)];
  for (const count of [1, 2, 3]) {
    assert.equal(ofOne.of(count), digestContent(one.slice(0, count), key));
    assert.equal(ofOther.of(count), digestContent(other.slice(0, count), key));
  }
});
