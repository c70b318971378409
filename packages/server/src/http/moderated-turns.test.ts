import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { createFairTurns, type FairTurns } from "./fair-turns.ts";
import { moderate, type LoopWatch } from "./moderated-turns.ts";

const OTHERS = ["avocet", "dunlin", "knot"];

interface Bench {
  readonly turns: FairTurns;
  readonly served: Map<string, number>;
  readonly ask: (owner: string) => () => void;
  readonly pass: (ms: number) => void;
}

/** Every turn is over as soon as it begins, as if everybody else's decisions were always being committed. */
function bench(busy: number): Bench {
  let nowMs = 0;
  const watch: LoopWatch = { now: () => nowMs, busy: () => busy };
  const turns = moderate(createFairTurns(1), watch);
  const served = new Map<string, number>();
  return {
    turns,
    served,
    ask: (owner) => {
      const end = turns.take(owner, 1, () => {
        served.set(owner, (served.get(owner) ?? 0) + 1);
        queueMicrotask(() => end());
      });
      return end;
    },
    pass: (ms) => void (nowMs += ms),
  };
}

/** A second in which everybody asks every 10 ms and the crowd ten times as often. */
async function runSecond({ ask, pass }: Bench, others: readonly string[]): Promise<void> {
  for (let at = 0; at < 100; at += 1) {
    pass(10);
    for (const owner of others) ask(owner);
    for (let count = 0; count < 10; count += 1) {
      ask("crowd");
      await Promise.resolve();
    }
    await delay(1);
  }
}

test("a crowd gets about the others' share of a busy loop, and the others all that they ask for", async () => {
  const busy = bench(1);
  await runSecond(busy, OTHERS);
  for (const owner of OTHERS) assert.equal(busy.served.get(owner), 100);
  const crowd = busy.served.get("crowd") ?? 0;
  assert.ok(crowd >= 80 && crowd <= 200, `${crowd} of 1000`);
  assert.ok(busy.turns.waiting > 0);
});

test("nobody is held back while the loop has time to spare", async () => {
  const calm = bench(0.5);
  await runSecond(calm, OTHERS);
  assert.equal(calm.served.get("crowd"), 1_000);
  assert.equal(calm.turns.waiting, 0);
});

test("an account that is alone is never held back, however busy the loop is", async () => {
  const alone = bench(1);
  await runSecond(alone, []);
  assert.equal(alone.served.get("crowd"), 1_000);
});

test("who is held back goes on once the others have gone, and who gave up is not begun", async () => {
  const busy = bench(1);
  await runSecond(busy, OTHERS);
  const { waiting } = busy.turns;
  const giveUp = busy.ask("crowd");
  assert.equal(busy.turns.waiting, waiting + 1);
  giveUp();
  assert.equal(busy.turns.waiting, waiting);
  while (busy.turns.waiting > 0) {
    busy.pass(100);
    await delay(2);
  }
  assert.equal(busy.served.get("crowd"), 1_000);
});
