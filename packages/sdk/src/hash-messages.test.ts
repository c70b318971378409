import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { hashMessages } from "./hash-messages.ts";

const SECRET = "the launch is on Tuesday";
const llm_providers = [{ model: "openai/gpt-4o" }];

test("no text of the conversation is left in the request", async () => {
  const hashed = await hashMessages(
    {
      llm_providers,
      messages: [
        { role: "user", content: SECRET },
        { role: "user", content: [{ type: "text", text: SECRET }, { type: "image_url" }] },
        { role: "assistant", content: null, tool_calls: [{ arguments: SECRET }] },
      ],
    },
    "salt",
  );
  assert.equal(JSON.stringify(hashed).includes(SECRET), false);
  assert.equal(hashed.hash_content, true);
  assert.equal(hashed.messages.length, 3);
});

test("the digest is SHA-256 of salt, a zero byte and the text", async () => {
  const expected = createHash("sha256").update(`salt\u0000${SECRET}`).digest("hex");
  const hashed = await hashMessages({ llm_providers, messages: SECRET }, "salt");
  assert.equal(hashed.messages, `sha256:${expected}`);
});
