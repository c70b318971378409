import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { Debts } from "./debts.ts";

interface Scene {
  readonly debts: Debts;
  /** Bodies that were read, and when. */
  readonly read: string[];
  /** Sends a body. @returns what ends its request, or false where it is not taken */
  readonly send: (owner: string) => (() => void) | false;
  readonly passTo: (ms: number) => void;
}

const keyOf = (name: string) => ({ kind: "key", accountId: name, keyId: "k" }) as const;

function scene(t: TestContext): Scene {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let nowMs = 0;
  const debts = new Debts(() => nowMs);
  const read: string[] = [];
  return {
    debts,
    read,
    send: (owner) => {
      let end = (): void => {};
      const held = { add: (giveBack: () => void) => void (end = giveBack) };
      const isTaken = debts.settle(keyOf(owner), held, () => void read.push(`${owner} ${nowMs}`));
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

test("a refused body is owed for 200 times, its arrival too, before the account's next one is read, and by nobody else", (t) => {
  const { debts, read, send, passTo } = scene(t);
  debts.oweRefused(keyOf("a"), 0, 2);
  send("a");
  send("b");
  passTo(500);
  assert.deepEqual(read, ["b 0"]);
  passTo(700);
  assert.deepEqual(read, ["b 0", "a 600"]);
});

test("two seconds are owed at most for one body, and for one that nobody measured", (t) => {
  const { debts, read, send, passTo } = scene(t);
  debts.oweRefused(keyOf("a"), 0, 45);
  debts.oweRefused(keyOf("b"), 0, undefined);
  send("a");
  send("b");
  passTo(1_900);
  assert.deepEqual(read, []);
  passTo(2_000);
  assert.deepEqual(read, ["a 2000", "b 2000"]);
});

test("bodies that waited together are read one at a time, each after what the one before owes", (t) => {
  const { debts, read, send, passTo } = scene(t);
  debts.oweRefused(keyOf("a"), 0, 1);
  const [first, second] = [send("a"), send("a")];
  send("a");
  passTo(1_000);
  assert.deepEqual(read, ["a 400"]);
  debts.oweRefused(keyOf("a"), 0, 1);
  if (first !== false) first();
  passTo(1_400);
  assert.deepEqual(read, ["a 400", "a 1400"]);
  // The second one is taken: nothing is owed for it.
  if (second !== false) second();
  assert.deepEqual(read, ["a 400", "a 1400", "a 1400"]);
});

test("an account of which four bodies wait is refused its next one before it is read", (t) => {
  const { debts, send } = scene(t);
  debts.oweRefused(keyOf("a"), 0, 10);
  for (let count = 0; count < 4; count += 1) assert.notEqual(send("a"), false);
  assert.equal(send("a"), false);
  assert.notEqual(send("b"), false);
});

test("an account that owes nothing any more is read as it comes", (t) => {
  const { debts, read, send, passTo } = scene(t);
  debts.oweRefused(keyOf("a"), 0, 0);
  passTo(300);
  send("a");
  send("a");
  assert.deepEqual(read, ["a 300", "a 300"]);
});

test("a body that was refused by a glance at it is owed for by its bytes", (t) => {
  const { debts, read, send, passTo } = scene(t);
  debts.oweRefused(keyOf("a"), 2 * 1_048_576, 0);
  send("a");
  passTo(900);
  assert.deepEqual(read, []);
  passTo(1_000);
  assert.deepEqual(read, ["a 1000"]);
});

test("a body that was taken is owed for beyond what such a body may take", (t) => {
  const { debts, read, send, passTo } = scene(t);
  debts.oweTaken(keyOf("a"), 0, 2);
  debts.oweTaken(keyOf("a"), 1_048_576, 4);
  send("a");
  debts.oweTaken(keyOf("a"), 0, 12);
  send("a");
  passTo(400);
  assert.deepEqual(read, ["a 0"]);
  passTo(500);
  assert.deepEqual(read, ["a 0", "a 500"]);
});

test("a key owes for itself; keys of one account beyond the fourth owe together", (t) => {
  const { debts, passTo } = scene(t);
  const held = { add: () => {} };
  const key = (keyId: string) => ({ kind: "key", accountId: "a", keyId }) as const;
  const isReadNow = (keyId: string): boolean => {
    let isRead = false;
    debts.settle(key(keyId), held, () => (isRead = true));
    return isRead;
  };
  debts.oweRefused(key("1"), 0, 9);
  assert.deepEqual([isReadNow("1"), isReadNow("2")], [false, true]);
  for (const keyId of ["2", "3", "4"]) debts.oweRefused(key(keyId), 0, 9);
  assert.equal(isReadNow("5"), true);
  debts.oweRefused(key("5"), 0, 9);
  assert.equal(isReadNow("6"), false);
  passTo(2_100);
  assert.equal(isReadNow("7"), true);
});
