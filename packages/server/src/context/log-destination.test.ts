import assert from "node:assert/strict";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import fc from "fast-check";

import { createLogDestination, type LogWriter } from "./log-destination.ts";

const LINES = Array.from({ length: 50 }, (_, index) => `{"line":${index}}\n`);
/** Long for a write of fifty lines, even where others have the processor. @unit milliseconds */
const PATIENCE_MS = 10_000;

const untilIdle = async (isIdle: () => boolean, what: string): Promise<void> => {
  const endMs = Date.now() + PATIENCE_MS;
  while (!isIdle()) {
    assert.ok(Date.now() < endMs, what);
    await delay(1);
  }
};

test("lines arrive whole and in order", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-log-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "log");
  const fd = openSync(path, "a");
  const log = createLogDestination(fd);
  for (const line of LINES) log.write(line);
  await untilIdle(
    () => readFileSync(path, "utf8").length >= LINES.join("").length,
    "not all lines were written",
  );
  closeSync(fd);
  assert.equal(readFileSync(path, "utf8"), LINES.join(""));
  assert.equal(log.dropped, 0);
});

test(
  "a full disk costs the lines alone, and each is counted",
  { skip: process.platform !== "linux" },
  async () => {
    const fd = openSync("/dev/full", "w");
    const log = createLogDestination(fd);
    for (const line of LINES) log.write(line);
    await untilIdle(() => log.dropped === LINES.length, "lines of a full disk were not counted");
    closeSync(fd);
  },
);

test("a reader that is gone costs the lines alone", async () => {
  const reader = spawn("true", { stdio: ["pipe", "ignore", "ignore"] });
  const { fd } = (reader.stdin as unknown as { readonly _handle: { readonly fd: number } })._handle;
  await once(reader, "exit");
  const log = createLogDestination(fd);
  for (const line of LINES) log.write(line);
  await untilIdle(() => log.dropped > 0, "lines without a reader were not counted");
});

/** A log whose every write ends as the next of the outcomes says, after which all succeed. */
function scripted(outcomes: readonly (string | number)[]) {
  const taken: Buffer[] = [];
  const left = [...outcomes];
  let writing = 0;
  const writer: LogWriter = {
    write: (_fd, bytes, done) => {
      writing += 1;
      assert.equal(writing, 1, "one write at a time");
      setImmediate(() => {
        writing -= 1;
        const outcome = left.shift();
        if (typeof outcome === "string") {
          done(Object.assign(new Error(outcome), { code: outcome }), 0);
          return;
        }
        const count = Math.min(bytes.length, outcome ?? bytes.length);
        taken.push(bytes.subarray(0, count));
        done(null, count);
      });
    },
    writeSync: (_fd, bytes) => {
      taken.push(bytes);
      return bytes.length;
    },
  };
  return { writer, text: () => Buffer.concat(taken).toString(), isIdle: () => writing === 0 };
}

const outcome = fc.oneof(fc.constantFrom("ENOSPC", "EPIPE", "EIO"), fc.integer({ min: 1, max: 40 }));

test("whatever the log answers, each line is written or counted, and no line is read as another", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(outcome, { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      async (outcomes, step) => {
        const log = scripted(outcomes);
        const destination = createLogDestination(2, log.writer);
        for (const [index, line] of LINES.entries()) {
          destination.write(line);
          if (index % step === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        for (let round = 0; round < 200; round += 1) await new Promise((resolve) => setImmediate(resolve));
        assert.ok(log.isIdle());
        const written = log
          .text()
          .split("\n")
          .filter((line) => LINES.includes(`${line}\n`));
        assert.equal(new Set(written).size, written.length);
        assert.ok(written.length + destination.dropped >= LINES.length);
        assert.deepEqual(
          written,
          written.toSorted((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b))),
        );
        if (outcomes.length === 0) assert.equal(destination.dropped, 0);
      },
    ),
  );
});

test("a log that takes nothing holds a bounded backlog, and lines beyond it are counted", () => {
  const destination = createLogDestination(2, { write: () => {}, writeSync: () => 0 });
  const line = `${"x".repeat(1_023)}\n`;
  for (let index = 0; index < 3_000; index += 1) destination.write(line);
  assert.equal(destination.dropped, 3_000 - 1_024 - 1);
});

test("what waits at the end of the process is written then", () => {
  const { writer, text } = scripted([]);
  const destination = createLogDestination(2, { ...writer, write: () => {} });
  for (const line of LINES) destination.write(line);
  destination.flushSync();
  assert.equal(text(), LINES.join(""));
});
