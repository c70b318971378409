import assert from "node:assert/strict";
import { test } from "node:test";

import { wordsOfTest } from "./words-of-test.ts";

const NOTHING = { webhook_status: null, webhook_fault: null, mails_taken: 0, mails_asked: 0 };

test("a test alert says what came of each way, and that there is none", () => {
  assert.match(wordsOfTest(NOTHING), /go nowhere yet/);
  assert.equal(wordsOfTest({ ...NOTHING, webhook_status: 204 }), "The webhook took it (204).");
  assert.equal(
    wordsOfTest({ ...NOTHING, webhook_status: 302, mails_taken: 1, mails_asked: 2 }),
    "The webhook refused it (302). 1 of 2 mails are on their way.",
  );
  assert.match(
    wordsOfTest({ ...NOTHING, webhook_fault: "connect ECONNREFUSED" }),
    /could not be reached: connect/,
  );
});
