// The page's word on the service follows its answers, and nothing waits for one that gives none.
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { followPulse, onPulse, pulseNow, withPulse } from "./pulse.ts";
import type { Pulse } from "./pulse.ts";

/** Lets promises settle between two steps of the clock. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 100) {
    mock.timers.tick(100);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
}

test("late is slow, silent is down, and the first answer is up again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const heard: Pulse[] = [];
  const stopHearing = onPulse(() => heard.push(pulseNow()));
  const controller = new AbortController();
  let answer: "now" | "refused" | "never" = "now";
  let refuse = (): void => undefined;
  const ask = (): Promise<unknown> => {
    if (answer === "now") return Promise.resolve();
    if (answer === "refused") return Promise.reject(new TypeError("refused"));
    return new Promise((_, reject) => {
      refuse = () => reject(new TypeError("given up"));
    });
  };
  void followPulse({ ask, isLookedAt: () => true }, controller.signal);
  await pass(2_000);
  assert.deepEqual(heard, []);
  answer = "refused";
  await pass(1_000);
  assert.deepEqual(heard, ["down"]);
  answer = "now";
  await pass(1_000);
  assert.deepEqual(heard, ["down", "up"]);
  answer = "never";
  await pass(4_500);
  assert.deepEqual(heard, ["down", "up", "slow"]);
  let reason: unknown;
  const waits = withPulse(
    (_input, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      }),
  )("http://127.0.0.1/api/v1/models").catch((error: unknown) => {
    reason = error;
  });
  answer = "now";
  refuse();
  await waits;
  assert.ok(reason instanceof TypeError, "what waited was let go");
  await pass(1_000);
  assert.deepEqual(heard, ["down", "up", "slow", "down", "up"]);
  controller.abort();
  stopHearing();
  mock.timers.reset();
});
