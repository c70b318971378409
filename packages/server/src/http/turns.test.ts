import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate, setTimeout as delay } from "node:timers/promises";

import fc from "fast-check";

import { Turns } from "./turns.ts";

/** Takes all requests, then ends them in the order in which they were started. Returns whose they were. */
function serve(requests: readonly (readonly [owner: string, cost: number])[]): readonly string[] {
  const turns = new Turns({ max: 1 });
  const order: string[] = [];
  const running: (() => void)[] = [];
  for (const [owner, cost] of requests) {
    const end = turns.take(owner, cost, () => {
      order.push(owner);
      running.push(() => end());
    });
  }
  for (let next = running.shift(); next !== undefined; next = running.shift()) next();
  assert.deepEqual([turns.working, turns.waiting], [0, 0]);
  return order;
}

const many = (owner: string, count: number, cost = 1): [string, number][] =>
  Array.from({ length: count }, () => [owner, cost]);

test("an account with twenty times the requests does not delay the others' by more than its turn", () => {
  const order = serve([...many("crowd", 200), ...many("a", 10), ...many("b", 10)]);
  const places = order.flatMap((owner, place) => (owner === "crowd" ? [] : [place]));
  assert.equal(order.length, 220);
  assert.ok(Math.max(...places) <= 32, `the last of the others is number ${Math.max(...places)}`);
});

test("a large body counts for as many turns as it costs", () => {
  const order = serve([...many("first", 1), ...many("heavy", 20, 100), ...many("light", 100)]);
  assert.equal(order.slice(0, 103).filter((owner) => owner === "heavy").length, 2);
});

test("a request that is given up while waiting neither gets a turn nor costs one", () => {
  const turns = new Turns({ max: 1 });
  const order: string[] = [];
  const end = turns.take("a", 1, () => order.push("a1"));
  const giveUp = turns.take("a", 1, () => order.push("a2"));
  turns.take("b", 1, () => order.push("b1"));
  giveUp();
  giveUp();
  end();
  end();
  assert.deepEqual(order, ["a1", "b1"]);
  assert.deepEqual([turns.working, turns.waiting], [1, 0]);
});

test("five thousand accounts that wait are served in the order in which they came", () => {
  const owners = Array.from({ length: 5_000 }, (_, index) => `account ${index}`);
  assert.deepEqual(serve(owners.map((owner) => [owner, 1])), owners);
});

test("everybody is served once, never more than allowed at a time, in the own order", () => {
  const request = fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1, max: 600 }));
  fc.assert(
    fc.property(fc.array(request, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (requests, max) => {
      const turns = new Turns({ max });
      const done: number[] = [];
      const running: (() => void)[] = [];
      requests.forEach(([owner, cost], index) => {
        const end = turns.take(owner, cost, () => {
          done.push(index);
          running.push(() => end());
        });
        assert.ok(turns.working <= max);
      });
      for (let next = running.shift(); next !== undefined; next = running.shift()) next();
      assert.equal(done.length, requests.length);
      for (const owner of ["a", "b", "c"]) {
        const own = done.filter((index) => requests[index]?.[0] === owner);
        assert.deepEqual(
          own,
          own.toSorted((left, right) => left - right),
        );
      }
    }),
    { numRuns: 200, seed: 4 },
  );
});

const OTHERS = ["avocet", "dunlin", "knot"];

interface Bench {
  readonly turns: Turns;
  readonly served: Map<string, number>;
  readonly ask: (owner: string) => () => void;
  readonly pass: (ms: number) => void;
}

/** Every turn is over as soon as it begins, as if everybody else's decisions were always being committed. */
function bench(busy: () => number): Bench {
  let nowMs = 0;
  const turns = new Turns({
    max: 1,
    busy,
    now: () => nowMs,
    onFault: assert.ifError,
  });
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
  const busy = bench(() => 1);
  await runSecond(busy, OTHERS);
  for (const owner of OTHERS) assert.equal(busy.served.get(owner), 100);
  const crowd = busy.served.get("crowd") ?? 0;
  assert.ok(crowd >= 80 && crowd <= 200, `${crowd} of 1000`);
  assert.ok(busy.turns.waiting > 0);
});

test("nobody is held back while the loop has time to spare", async () => {
  const calm = bench(() => 0.5);
  await runSecond(calm, OTHERS);
  assert.equal(calm.served.get("crowd"), 1_000);
  assert.equal(calm.turns.waiting, 0);
});

test("a stall of the process and the work that it kept waiting hold nobody back", async () => {
  let looks = 0;
  const stalled = bench(() => ((looks += 1) <= 3 ? 1 : 0.5));
  for (let at = 0; at < 20; at += 1) {
    stalled.pass(10);
    for (const owner of ["crowd", "crowd", "crowd", "knot"]) stalled.ask(owner);
    await delay(1);
    assert.equal(stalled.turns.waiting, 0);
  }
  assert.ok(looks > 3);
});

test("an account that is alone is never held back, however busy the loop is", async () => {
  const alone = bench(() => 1);
  await runSecond(alone, []);
  assert.equal(alone.served.get("crowd"), 1_000);
});

test("who is held back goes on once the others have gone, and who gave up is not begun", async () => {
  const busy = bench(() => 1);
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

test("an account is alone once the service of all others has faded", () => {
  let nowMs = 0;
  const turns = new Turns({ max: 1, now: () => nowMs });
  assert.ok(turns.isAlone("a"));
  turns.take("b", 1, () => {})();
  assert.deepEqual([turns.isAlone("a"), turns.isAlone("b")], [false, true]);
  nowMs = 1_000;
  assert.equal(turns.isAlone("a"), false);
  nowMs = 1_300;
  assert.ok(turns.isAlone("a"));
});

const WAIT = { count: 20, ms: 240, burstMs: 0 };

/** One request is worked on for ever, so that all others wait. */
function startWaiting(wait = WAIT) {
  const clock = { ms: 0 };
  const turns = new Turns({ max: 1, wait, now: () => clock.ms });
  const end = turns.take("first", 1, () => {});
  const late: boolean[] = [];
  const join = (owner: string, count: number) =>
    Array.from({ length: count }, () => {
      const giveUp = turns.take(owner, 1, (isLate) => {
        late.push(isLate);
        queueMicrotask(() => giveUp());
      });
      return giveUp;
    });
  return { clock, turns, end, late, join };
}

test("newcomers of a crowd are turned away once as many as may have waited for a third of the limit, those of others are not", () => {
  const { clock, turns, join } = startWaiting();
  const crowd = join("crowd", 50);
  clock.ms = WAIT.ms / 3;
  assert.equal(turns.isLong("crowd"), false);
  clock.ms += 1;
  join("other", 1);
  assert.deepEqual([turns.isLong("crowd"), turns.isLong("other")], [true, false]);
  for (const giveUp of crowd.slice(0, 41)) giveUp();
  assert.equal(turns.isLong("crowd"), false);
});

test("accounts that wait together wait for a part of the time each, and a few requests of any may wait", () => {
  const { clock, turns, join } = startWaiting();
  for (let account = 0; account < 8; account += 1) join(`account ${account}`, account);
  clock.ms = WAIT.ms / 3 / 5 + 1;
  assert.deepEqual(
    Array.from({ length: 8 }, (_, account) => turns.isLong(`account ${account}`)),
    [false, false, false, false, true, true, true, true],
  );
});

test("what has waited for the whole limit is late as long as many wait, and never where few do", async () => {
  const { clock, end, late, join } = startWaiting();
  join("crowd", WAIT.count + 1);
  clock.ms = WAIT.ms + 1;
  end();
  while (late.length < WAIT.count + 1) await Promise.resolve();
  assert.deepEqual(late, [true, ...Array.from({ length: WAIT.count }, () => false)]);
});

/** Works on one request a millisecond, while as many as are named arrive. @returns for each whether it was late */
async function workFor(ms: number, arriving: (at: number) => readonly (readonly [string, number])[]) {
  const clock = { ms: 0 };
  const turns = new Turns({ max: 1, wait: { ...WAIT, burstMs: 1_000 }, now: () => clock.ms });
  const ends: (() => void)[] = [];
  const begun: { owner: string; at: number; isLate: boolean }[] = [];
  for (; clock.ms < ms; clock.ms += 1) {
    for (const [owner, count] of arriving(clock.ms))
      for (let left = count; left > 0; left -= 1) {
        const end = turns.take(owner, 1, (isLate) => {
          begun.push({ owner, at: clock.ms, isLate });
          if (isLate) queueMicrotask(() => end());
          else ends.push(() => end());
        });
      }
    ends.shift()?.();
    await setImmediate();
  }
  return begun;
}

test("a burst is worked off, alone or beside another account", async () => {
  const begun = await workFor(1_000, (at) => [
    ["burst", at === 0 ? 700 : 0],
    ["other", at % 10 === 0 ? 1 : 0],
  ]);
  assert.equal(begun.length, 800);
  assert.ok(!begun.some(({ isLate }) => isLate));
});

test("who asks for too much for a second is bound by the limit until a second has passed without a refusal", async () => {
  const begun = await workFor(6_000, (at) => [
    ["crowd", at < 3_000 ? 2 : at === 3_100 || at === 4_500 ? 400 : 0],
    ["other", at % 10 === 0 ? 1 : 0],
  ]);
  const late = begun.filter(({ isLate }) => isLate);
  assert.deepEqual(new Set(late.map(({ owner }) => owner)), new Set(["crowd"]));
  assert.ok(late.every(({ at }) => at >= 1_000 && at < 4_400));
  assert.ok(
    late.some(({ at }) => at > 3_100),
    "the next burst comes too soon",
  );
});

test("an account that is alone delays itself only: it may wait for the time of a burst", async () => {
  const begun = await workFor(4_000, (at) => [["alone", at === 0 ? 600 : 1]]);
  assert.ok(begun.length > 3_900);
  assert.ok(!begun.some(({ isLate }) => isLate));
});
