import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";

import fc from "fast-check";

import { createDigestKey, digestContent, digestText } from "./content-digest.ts";

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
