import assert from "node:assert/strict";
import { test } from "node:test";

import { loadConfig } from "@signalbox/server";

import { DEFAULT_TOLERANCE } from "../src/lib/values.ts";

test("the dashboard suggests the tolerance that the service has by default", () => {
  const config = loadConfig({ file: undefined, env: {}, flags: {} });
  assert.equal(DEFAULT_TOLERANCE, config.policy.tolerance);
});
