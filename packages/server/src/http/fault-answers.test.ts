import assert from "node:assert/strict";
import { test } from "node:test";

import type { Logger } from "../context/logger.ts";
import { createShedLog } from "./fault-answers.ts";

test("a crowd of refusals is one line in ten seconds, and the next line counts those in between", () => {
  const lines: unknown[] = [];
  const clock = { ms: 0 };
  const warn = ((line: unknown) => void lines.push(line)) as Logger["warn"];
  const log = createShedLog({ warn }, () => clock.ms);
  for (let count = 0; count < 1_000; count += 1) log.note("too many");
  clock.ms = 10_000;
  log.note("too long");
  assert.deepEqual(lines, [
    { shed: 1, last_detail: "too many" },
    { shed: 1_000, last_detail: "too long" },
  ]);
});
