import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { createRefusals, type Refusals } from "./refusals.ts";

interface Scene {
  readonly refusals: Refusals;
  /** Bodies that were read, and when. */
  readonly read: string[];
  /** Sends a body. @returns what ends its request, or false where it is not taken */
  readonly send: (owner: string) => (() => void) | false;
  readonly passTo: (ms: number) => void;
}

function scene(t: TestContext): Scene {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let nowMs = 0;
  const refusals = createRefusals(() => nowMs);
  const read: string[] = [];
  return {
    refusals,
    read,
    send: (owner) => {
      let end = (): void => {};
      const held = { add: (giveBack: () => void) => void (end = giveBack) };
      const isTaken = refusals.settle(owner, held, () => void read.push(`${owner} ${nowMs}`));
      return isTaken && (() => end());
    },
    passTo: (ms) => {
      while (nowMs < ms) {
        nowMs += 100;
        t.mock.timers.tick(100);
      }
    },
  };
}

test("a refused body is owed for 200 times before the account's next one is read, and by nobody else", (t) => {
  const { refusals, read, send, passTo } = scene(t);
  refusals.owe("a", 3);
  send("a");
  send("b");
  passTo(500);
  assert.deepEqual(read, ["b 0"]);
  passTo(700);
  assert.deepEqual(read, ["b 0", "a 600"]);
});

test("two seconds are owed at most for one body, and for one that nobody measured", (t) => {
  const { refusals, read, send, passTo } = scene(t);
  refusals.owe("a", 45);
  refusals.owe("b", undefined);
  send("a");
  send("b");
  passTo(1_900);
  assert.deepEqual(read, []);
  passTo(2_000);
  assert.deepEqual(read, ["a 2000", "b 2000"]);
});

test("bodies that waited together are read one at a time, each after what the one before owes", (t) => {
  const { refusals, read, send, passTo } = scene(t);
  refusals.owe("a", 2);
  const [first, second] = [send("a"), send("a")];
  send("a");
  passTo(1_000);
  assert.deepEqual(read, ["a 400"]);
  refusals.owe("a", 2);
  if (first !== false) first();
  passTo(1_400);
  assert.deepEqual(read, ["a 400", "a 1400"]);
  // The second one is taken: nothing is owed for it.
  if (second !== false) second();
  assert.deepEqual(read, ["a 400", "a 1400", "a 1400"]);
});

test("an account of which four bodies wait is refused its next one before it is read", (t) => {
  const { refusals, send } = scene(t);
  refusals.owe("a", 10);
  for (let count = 0; count < 4; count += 1) assert.notEqual(send("a"), false);
  assert.equal(send("a"), false);
  assert.notEqual(send("b"), false);
});

test("an account that owes nothing any more is read as it comes", (t) => {
  const { refusals, read, send, passTo } = scene(t);
  refusals.owe("a", 1);
  passTo(300);
  send("a");
  send("a");
  assert.deepEqual(read, ["a 300", "a 300"]);
});
