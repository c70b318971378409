import assert from "node:assert/strict";
import { test } from "node:test";

import { ERROR_TABLE } from "@signalbox/contracts";
import type { ErrorCode } from "@signalbox/contracts";

import { SignalboxApiError } from "../src/index.ts";

test("what may be repeated is what the error table says", () => {
  const COMMAND_LINE_ONLY = new Set(["invalid_configuration", "invalid_artefact"]);
  for (const [code, { status, retryable }] of Object.entries(ERROR_TABLE)) {
    if (COMMAND_LINE_ONLY.has(code)) continue;
    const error = new SignalboxApiError({ code: code as ErrorCode, detail: "", status });
    assert.equal(error.isRetryable, retryable, code);
  }
});
