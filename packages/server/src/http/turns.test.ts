import assert from "node:assert/strict";
import { test } from "node:test";

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

const WAIT = { count: 20, ms: 240 };

/** One request is worked on for ever, so that all others wait. */
function startWaiting() {
  const clock = { ms: 0 };
  const turns = new Turns({ max: 1, wait: WAIT, now: () => clock.ms });
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
