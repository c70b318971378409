// The view that those on call have of the service itself: over all replicas, from the sums that each of them writes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Drift, ServiceHealthReport } from "@signalbox/contracts";

import { createReplicaReporter } from "../src/services/service-health/replicas.ts";
import { taskFailures, createServiceWatch } from "../src/services/service-health/watch-service.ts";
import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService({ flags: { "requests-per-minute": "6" } });
  account = await fillAccount(service, "plover");
});
after(() => service.close());

const health = () => account.browser.get<ServiceHealthReport>("/health/service");

test("latency, refusals and replicas are those of every replica that wrote them down", async () => {
  const { context, clock } = service;
  const statuses: number[] = [];
  for (let call = 0; call < 10; call += 1) {
    const headers = { authorization: `Bearer ${account.key}` };
    statuses.push(
      (await service.browser().call("POST", "/model-select", { headers, body: CONVERSATION })).status,
    );
  }
  assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join(" "));
  context.tally.note({ status: 503, durationMs: 1, isDecision: true });
  context.tally.note({ status: 500, durationMs: 1, isDecision: false });
  const [first, second] = [createReplicaReporter(context), createReplicaReporter(context)];
  await first.report();
  clock.ms += 1_000;
  await second.report();
  const now = await health();
  assert.ok((now.total.seconds_p50 ?? 0) > 0 && (now.total.seconds_p99 ?? 0) >= (now.total.seconds_p50 ?? 1));
  assert.ok((now.total.limited ?? 0) > (now.total.shed ?? 1) && now.total.shed === now.total.errors);
  assert.equal(now.series.length, 1);
  assert.equal(now.replicas.filter((replica) => replica.is_alive).length, 2);
  assert.ok(now.last_decision_at !== null && now.learned_at === null);
  assert.deepEqual([now.database.kind, now.database.connections], ["sqlite", null]);
  assert.deepEqual(
    [now.limits.error_share, now.limits.seconds_p99, now.limits.disk_free_share],
    [0.02, 2, 0.05],
    "what the operator may set, as it is by default",
  );

  await second.close();
  clock.ms += 3_600_000;
  assert.deepEqual(
    (await health()).replicas.map((replica) => replica.is_alive),
    [false],
  );
  clock.ms += 2 * 86_400_000;
  await first.purge();
  assert.deepEqual((await health()).replicas, []);
});

test("figures that could not be written are written with the next ones", async () => {
  const { context, clock } = service;
  context.tally.take();
  context.tally.note({ status: 200, durationMs: 5, isDecision: true });
  const storage = {
    ...context.storage,
    serviceCounts: { ...context.storage.serviceCounts, add: () => Promise.reject(new Error("away")) },
  };
  await assert.rejects(createReplicaReporter({ ...context, storage }).report(), /away/);
  await createReplicaReporter(context).report();
  const from = new Date(clock.ms).toISOString();
  const { total } = await account.browser.get<ServiceHealthReport>(`/health/service?from=${from}`);
  assert.ok(Math.abs((total.seconds_p50 ?? 0) - 0.005) < 0.001);
});

test("what breaks in the service is an alert of every account, and it closes by itself", async () => {
  const { context, clock } = service;
  const watch = createServiceWatch(context);
  const open = async (): Promise<readonly string[]> => {
    const { alerts } = await account.browser.get<Drift>("/health/drift");
    const own = alerts.filter((alert) => alert.kind === "service" && alert.resolved_at === null);
    return own.map(({ message }) => message).toSorted();
  };
  clock.ms += 10 * 3_600_000;
  await watch();
  assert.deepEqual(await open(), []);
  for (let call = 0; call < 200; call += 1)
    context.tally.note({ status: call < 20 ? 500 : 200, durationMs: 5_000, isDecision: true });
  await createReplicaReporter(context).report();
  taskFailures(context).set("learning", 3);
  await watch();
  await watch();
  const [first = "", second = "", third = "", ...others] = await open();
  assert.match(first, /^10\.0 % of \d+ requests .* failed; 2\.0 % is the limit/);
  assert.match(second, /^One request in a hundred took longer than \d+ ms/);
  assert.match(third, /^The background task “learning” has failed 3 times in a row/);
  assert.deepEqual(others, []);
  const allow = (share: number | null, seconds: number | null) =>
    account.browser.call("PATCH", "/account", {
      body: { settings: { alert_error_share: share, alert_seconds_p99: seconds } },
    });
  assert.equal((await allow(0, null)).status, 422, "nothing may fail at all is no limit that can be kept");
  assert.equal((await allow(0.2, 30)).status, 200);
  const { limits } = await health();
  assert.deepEqual([limits.error_share, limits.seconds_p99], [0.2, 30]);
  await watch();
  assert.deepEqual(await open(), [third], "the account's own limits are wider");
  await allow(null, null);
  await watch();
  assert.equal((await open()).length, 3, "and the operator's hold without them");
  taskFailures(context).delete("learning");
  clock.ms += 3 * 60_000;
  await watch();
  const silent = (await open()).find((message) => message.startsWith("The replica"));
  assert.match(silent ?? "", /has not been heard of for 3 minutes and did not say that it would stop/);
  const back = createReplicaReporter(context);
  await back.report();
  await watch();
  assert.ok(!(await open()).some((message) => message.startsWith("The replica")));
  await back.close();
  clock.ms += 10 * 3_600_000;
  await watch();
  assert.deepEqual(await open(), []);
});
