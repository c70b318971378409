// The promise: with a shared counter a limit holds exactly over all replicas; without it decisions go on, and it is reported.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { SignalboxError } from "@signalbox/contracts";

import type { RateLimits } from "../src/context/ports.ts";
import { createRateLimits } from "../src/services/auth/keys/rate-limits.ts";
import { createSharedRateLimits, probeCounter } from "../src/services/auth/keys/shared-rate-limits.ts";
import { redisSkipReason, startRedisServer, type RedisServer } from "./redis-server.ts";
import { assertProblem, callRaw, EXAMPLE, select } from "./select-client.ts";
import { startTestService } from "./test-service.ts";

const REPLICAS = 3;

/** Patient, so that a busy machine does not count for a counter that is away. */
async function openReplica(url: string): Promise<RateLimits> {
  const local = createRateLimits({ nowMs: () => 0 });
  const limits = await createSharedRateLimits({ url, local, logger: { warn: () => {} }, answerMs: 60_000 });
  while (limits.counting !== "shared") {
    await limits.take([{ owner: randomUUID(), perMinute: 1 }]);
    await wait(20);
  }
  return limits;
}

async function outcomeOf(work: Promise<void> | undefined): Promise<"taken" | number> {
  try {
    await work;
    return "taken";
  } catch (error) {
    assert.ok(error instanceof SignalboxError && error.code === "rate_limited");
    return error.retryAfterS ?? 0;
  }
}

describe("a counter that replicas share", { skip: redisSkipReason }, () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedisServer();
  });
  after(() => redis.halt());

  test("three replicas that ask together take exactly the limit, and the others hear when to come back", async () => {
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, () => openReplica(redis.url)));
    const bucket = { owner: "together", perMinute: 6 };
    const asked = Array.from({ length: 60 }, (_, at) => replicas[at % REPLICAS]?.take([bucket]));
    const outcomes = await Promise.all(asked.map(outcomeOf));
    assert.equal(outcomes.filter((outcome) => outcome === "taken").length, 6);
    const waits = outcomes.filter((outcome) => outcome !== "taken");
    assert.ok(waits.every((seconds) => seconds >= 1 && seconds <= 10));
    assert.ok(replicas.every(({ counting }) => counting === "shared"));
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  test("owners have buckets of their own, a bucket refills, and no limit asks nobody", async () => {
    const limits = await openReplica(redis.url);
    assert.equal(limits.take([{ owner: "free", perMinute: 0 }]), undefined);
    const quick = { owner: "quick", perMinute: 1_200 };
    const outcomes = await Promise.all(Array.from({ length: 1_300 }, () => outcomeOf(limits.take([quick]))));
    assert.ok(outcomes.some((outcome) => outcome !== "taken"));
    assert.equal(await outcomeOf(limits.take([{ owner: "another", perMinute: 1 }])), "taken");
    while ((await outcomeOf(limits.take([quick]))) !== "taken") await wait(20);
    await limits.close();
  });

  test("a service goes on while the counter is frozen or gone, says so, and counts exactly when it is back", async () => {
    const flags = { "redis-url": redis.url, "requests-per-minute": "1000" };
    const service = await startTestService({ flags });
    const counting = async (): Promise<string> => {
      assert.equal((await select(service, EXAMPLE)).status, 200);
      const ready = await callRaw(service, { method: "GET", url: "/readyz" });
      assert.equal(ready.status, 200);
      return (ready.json as { readonly limits: string }).limits;
    };
    while ((await counting()) !== "shared") await wait(50);
    redis.freeze();
    while ((await counting()) !== "approximate") await wait(50);
    redis.thaw();
    while ((await counting()) !== "shared") await wait(50);
    await redis.halt();
    while ((await counting()) !== "approximate") await wait(50);
    const metrics = (await callRaw(service, { method: "GET", url: "/metrics" })).text;
    assert.match(metrics, /^signalbox_rate_limits_approximate 1$/m);
    assert.match(metrics, /^signalbox_rate_limits_approximated_requests [1-9]/m);
    await redis.resume();
    while ((await counting()) !== "shared") await wait(50);
    await service.close();
  });

  test("a request over the shared limit is refused as over a local one", async () => {
    const service = await startTestService({
      flags: { "redis-url": redis.url, "requests-per-minute": "1" },
    });
    await select(service, EXAMPLE);
    const refused = await select(service, EXAMPLE);
    assertProblem(refused, 429, "rate_limited");
    assert.ok(Number(refused.headers["retry-after"]) > 50);
    await service.close();
  });

  test("a probe counts once, and says what is wrong where nobody answers", async () => {
    await probeCounter(redis.url);
    await assert.rejects(probeCounter("redis://127.0.0.1:1"), { code: "dependency_unavailable" });
  });
});

test("a service whose counter is not there starts and decides, and reports that it counts by itself", async () => {
  const service = await startTestService({
    flags: { "redis-url": "redis://127.0.0.1:1", "requests-per-minute": "1" },
  });
  assert.equal((await select(service, EXAMPLE)).status, 200);
  assert.equal((await select(service, EXAMPLE)).status, 429);
  const ready = await callRaw(service, { method: "GET", url: "/readyz" });
  assert.equal((ready.json as { readonly limits: string }).limits, "approximate");
  await service.close();
});
