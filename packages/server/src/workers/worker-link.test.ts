import assert from "node:assert/strict";
import { test } from "node:test";

import { loadConfig } from "../config/load-config.ts";
import { shareLimits } from "./worker-link.ts";

test("workers divide what a service may hold, rounded up, and nothing else", () => {
  const config = loadConfig({
    file: undefined,
    env: {},
    flags: { workers: "3", "streams-max": "2" },
  });
  const shared = shareLimits(config);
  assert.equal(shared.limits.inFlightMax, Math.ceil(config.limits.inFlightMax / 3));
  assert.equal(shared.limits.streamsMax, 1);
  assert.equal(shared.limits.bodyBytesMax, config.limits.bodyBytesMax);
  assert.deepEqual(shared.server, config.server);
});
