import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { getPriority } from "node:os";
import { test } from "node:test";

import { createGiveWay, yieldToOthers } from "./give-way.ts";

test("work goes on within a slice, gives way after it, and others have worked when the next one begins", async () => {
  const clock = { ms: 0 };
  const giveWay = createGiveWay(() => clock.ms);
  clock.ms = 4;
  assert.equal(giveWay(), undefined);
  clock.ms = 5;
  let haveOthersWorked = false;
  setImmediate(() => (haveOthersWorked = true));
  await giveWay();
  assert.ok(haveOthersWorked);
  assert.equal(giveWay(), undefined);
});

test("a process beside the service runs fifteen steps below it, and one that is gone or never started changes nothing", async () => {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  yieldToOthers(child);
  assert.equal(getPriority(child.pid), Math.min(19, getPriority() + 15));
  child.kill("SIGKILL");
  await ended;
  assert.doesNotThrow(() => yieldToOthers(child));
  const missing = spawn("/no/such/program").on("error", () => {});
  assert.doesNotThrow(() => yieldToOthers(missing));
});
