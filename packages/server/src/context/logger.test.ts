import assert from "node:assert/strict";
import { test } from "node:test";

import { describeCause } from "./logger.ts";

test("the log tells type, code, message and frames of a fault and of what caused it", () => {
  const socket = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const reported = describeCause(new TypeError("fetch failed", { cause: socket }));
  assert.deepEqual([reported?.type, reported?.message], ["TypeError", "fetch failed"]);
  assert.deepEqual(
    [reported?.cause?.code, reported?.cause?.message],
    ["ECONNREFUSED", "connect ECONNREFUSED"],
  );
  assert.match(reported?.stack ?? "", /^\s+at .*logger\.test/);
});

test("what a parser quotes and what a library hangs on its errors stay out of the log", () => {
  let quoted: unknown;
  try {
    JSON.parse("my secret prompt");
  } catch (fault) {
    quoted = fault;
  }
  const laden = Object.assign(new Error("refused"), { body: { id_token: "my secret token" } });
  const line = JSON.stringify([describeCause(quoted), describeCause(laden), describeCause("my secret text")]);
  assert.doesNotMatch(line, /secret/);
});

test("a cause that leads back to itself ends", () => {
  const circle = new Error("round");
  circle.cause = circle;
  assert.equal(JSON.stringify(describeCause(circle)).split('"round"').length - 1, 4);
});
