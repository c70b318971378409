import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type { Message } from "@signalbox/engine/internals";
import { createDigestKey, digestContent, digestText, ConversationDigests } from "./content-digest.ts";

const say = (role: string, text: string) => ({
  role,
  text,
  parts: [],
  toolCallCount: 0,
  isToolResult: false,
});

test("the digest is the HMAC-SHA-256 of the standard library, whatever the key and the text", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 3000 });
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.array(text, { maxLength: 4 }), (secret, texts) => {
      const key = createDigestKey(secret);
      for (const each of texts)
        assert.equal(digestText(key, each), createHmac("sha256", secret).update(each).digest("hex"));
    }),
    { numRuns: 200, seed: 5 },
  );
});

test("a long text does not leave its tail in the digest of a short one", () => {
  const key = createDigestKey("secret");
  const before = digestText(key, "short");
  digestText(key, "x".repeat(100_000));
  assert.equal(digestText(key, "short"), before);
});

test("role, order and split of messages are part of the digest; the same conversation always has the same", () => {
  const key = createDigestKey("secret");
  const digests = [
    [say("user", "ab")],
    [say("user", "a"), say("user", "b")],
    [say("user", "b"), say("user", "a")],
    [say("system", "ab")],
  ].map((messages) => digestContent(messages, key));
  assert.equal(new Set(digests).size, 4);
  assert.equal(digestContent([say("user", "ab")], createDigestKey("secret")), digests[0]);
  assert.notEqual(digestContent([say("user", "ab")], createDigestKey("another")), digests[0]);
});

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

test("two conversations of one account that are read by turns keep their digests apart, short or of megabytes", () => {
  const key = createDigestKey("secret");
  for (const repeated of [1_000, 60_000]) {
    const ofSign = (sign: string) =>
      [3, 2, 1].map((times) => ({
        role: "user",
        text: sign.repeat(repeated * times),
        parts: [],
        toolCallCount: 0,
        isToolResult: false,
        toolCallJson: `{"sign":"${sign}"}`,
      }));
    const [one, other] = [ofSign("a é😀"), ofSign("b")];
    const [ofOne, ofOther] = [new ConversationDigests(one, key), new ConversationDigests(other, key)];
    for (const count of [1, 2, 3]) {
      assert.equal(ofOne.of(count), digestContent(one.slice(0, count), key));
      assert.equal(ofOther.of(count), digestContent(other.slice(0, count), key));
    }
    assert.equal(new ConversationDigests(one, key).of(3), digestContent(one, key));
  }
});
