import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ERROR_TABLE } from "@signalbox/contracts";
import type { ErrorCode } from "@signalbox/contracts";

import { SignalboxApiError } from "../src/index.ts";
import type { ApiErrorCode, ClientFaultCode } from "../src/index.ts";
import { isAnswered } from "../src/select/fallback.ts";

const PAGE = join(import.meta.dirname, "../../../docs/integrations/sdk.md");
const COMMAND_LINE_ONLY = new Set(["invalid_configuration", "invalid_artefact", "invalid_data"]);
/** With the status that such a fault has. */
const CLIENT_FAULTS: Readonly<Record<ClientFaultCode, number>> = {
  network: 0,
  timeout: 0,
  aborted: 0,
  bad_response: 200,
  unlisted_label: 200,
};

const served = Object.entries(ERROR_TABLE).filter(([code]) => !COMMAND_LINE_ONLY.has(code));
const faultOf = (code: string, status: number): SignalboxApiError =>
  new SignalboxApiError({ code: code as ApiErrorCode, detail: "", status });

test("what may be repeated is what the error table says", () => {
  for (const [code, { status, retryable }] of served)
    assert.equal(faultOf(code as ErrorCode, status).isRetryable, retryable, code);
});

test("the page on the client lists every fault with what becomes of it", () => {
  const statuses = [
    ...served.map(([code, { status }]) => [code, status] as const),
    ...Object.entries(CLIENT_FAULTS),
  ];
  const rows = statuses.map(([code, status]) => {
    const fault = faultOf(code, status);
    const words = [fault.isRetryable, isAnswered(fault, "outages")].map((is) => (is ? "yes" : "no"));
    return `| \`${code}\` | ${status === 0 ? "none" : status} | ${words.join(" | ")} |`;
  });
  const page = readFileSync(PAGE, "utf8");
  const [, table = ""] = /<!-- faults:[^\n]*\n([\s\S]*?)<!-- end of faults -->/.exec(page) ?? [];
  const [head, line, ...reported] = table.trim().split("\n");
  assert.ok(head?.startsWith("| code |") === true && line?.startsWith("|---") === true);
  assert.deepEqual(reported, rows);
});
