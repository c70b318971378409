import assert from "node:assert/strict";
import { test } from "node:test";

import { webhookHeaders } from "./sign-webhook.ts";

test("a signature is that of the published example of Standard Webhooks", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", atS: 1_614_265_330, body: '{"test": 2432232314}' };
  assert.deepEqual(webhookHeaders(message, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), {
    "webhook-id": message.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
  assert.notEqual(
    webhookHeaders(message, "some text")["webhook-signature"],
    webhookHeaders({ ...message, body: "{}" }, "some text")["webhook-signature"],
  );
});
