import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as AlertWebhook from "./alert-webhook.tsx";

const { wordsOfTest } = await loadTsx<typeof AlertWebhook>("pages/settings/alert-webhook.tsx");

const NOTHING = { webhook_status: null, webhook_fault: null };

test("a test alert says what the webhook answered, and that there is none", () => {
  assert.match(wordsOfTest(NOTHING), /go nowhere yet/);
  assert.equal(wordsOfTest({ ...NOTHING, webhook_status: 204 }), "The webhook took it (204).");
  assert.equal(wordsOfTest({ ...NOTHING, webhook_status: 302 }), "The webhook refused it (302).");
  assert.match(
    wordsOfTest({ ...NOTHING, webhook_fault: "connect ECONNREFUSED" }),
    /could not be reached: connect/,
  );
});
