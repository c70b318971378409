import assert from "node:assert/strict";
import { test } from "node:test";

import { createBreaker } from "./breaker.ts";
import { SignalboxApiError } from "./errors.ts";
import type { ApiErrorCode } from "./errors.ts";

const fault = (code: ApiErrorCode, status = 0): SignalboxApiError =>
  new SignalboxApiError({ code, detail: "down", status });

function world() {
  let isAlive = false;
  let now = 0;
  let probes = 0;
  const states: string[] = [];
  const breaker = createBreaker({
    probe: () => {
      probes += 1;
      return Promise.resolve(isAlive);
    },
    onHealth: ({ state }) => states.push(state),
    nowMs: () => now,
  });
  return {
    breaker,
    states,
    probes: () => probes,
    revive: () => {
      isAlive = true;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("three outages within ten seconds open it; two, or three far apart, do not", () => {
  const { breaker, pass } = world();
  for (const afterMs of [0, 6000, 6000, 6000]) {
    pass(afterMs);
    breaker.note(fault("network"));
    assert.equal(breaker.knownOutage(), undefined);
  }
  breaker.note(fault("overloaded", 503));
  assert.equal(breaker.knownOutage()?.code, "overloaded");
  assert.equal(breaker.health().state, "open");
});

test("a limit that passed in silence opens it immediately, a refusal or a rate limit never", () => {
  const { breaker } = world();
  for (let i = 0; i < 9; i += 1) breaker.note(fault("rate_limited", 429));
  for (let i = 0; i < 9; i += 1) breaker.note(fault("validation_failed", 422));
  assert.equal(breaker.knownOutage(), undefined);
  breaker.note(fault("timeout"));
  assert.equal(breaker.knownOutage()?.code, "timeout");
});

test("an open one is probed once a second, nobody waits for the probe, and an answer closes it", async () => {
  const { breaker, pass, probes, revive, states } = world();
  breaker.note(fault("timeout"));
  for (let i = 0; i < 5; i += 1) breaker.knownOutage();
  assert.equal(probes(), 0);
  pass(1000);
  for (let i = 0; i < 5; i += 1) assert.equal(breaker.knownOutage()?.code, "timeout");
  assert.equal(probes(), 1);
  await settled();
  assert.equal(breaker.health().state, "open");
  revive();
  pass(1000);
  assert.equal(breaker.knownOutage()?.code, "timeout");
  await settled();
  assert.equal(breaker.knownOutage(), undefined);
  assert.deepEqual(breaker.health(), { state: "closed", failures: 0, fault: undefined });
  assert.deepEqual(states, ["open", "half_open", "open", "half_open", "closed"]);
});
