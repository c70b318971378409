import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import type { Storage } from "../index.ts";
import { addAccount, addDecision, allPages, drain, HOUR, T0 } from "./fixtures.ts";

function near(actual: number | null | undefined, expected: number): void {
  assert.ok(
    actual !== null && actual !== undefined && Math.abs(actual - expected) < 1e-9,
    `${actual} is not ${expected}`,
  );
}

export function describeLearning(open: () => Storage): void {
  test("a first value beside usage that was reported before corrects nothing", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const { sessionId } = await addDecision(storage, accountId);
    const ref = { accountId, sessionId, label: "mini" };
    await storage.feedback.put({ ...ref, usage: { seconds: 2 }, atMs: T0 });
    const judged = await storage.feedback.put({ ...ref, value: 1, atMs: T0 + 1 });
    assert.deepEqual([judged?.outcome, judged?.feedback.value], ["created", 1]);
    assert.equal((await storage.feedback.put({ ...ref, value: 0, atMs: T0 + 2 }))?.outcome, "corrected");
  });

  test("feedback is idempotent, corrected with its history, and can be taken back and given again", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const { sessionId } = await addDecision(storage, accountId);
    const ref = { accountId, sessionId, label: "mini" };
    const put = async (value: number, atMs: number) =>
      (await storage.feedback.put({ ...ref, value, atMs }))?.outcome;
    assert.deepEqual(
      [await put(1, T0), await put(1, T0 + 1), await put(0.25, T0 + 2)],
      ["created", "repeated", "corrected"],
    );
    assert.equal((await storage.feedback.withdraw({ ...ref, atMs: T0 + 3 }))?.outcome, "withdrawn");
    assert.equal((await storage.feedback.withdraw({ ...ref, atMs: T0 + 4 }))?.outcome, "repeated");
    assert.equal(await put(0.5, T0 + 5), "corrected");
    const [feedback] = await storage.feedback.listBySession({ accountId, sessionId });
    assert.deepEqual([feedback?.value, feedback?.revision, feedback?.withdrawnAtMs], [0.5, 4, null]);
    const history = await storage.feedback.listHistory(ref);
    assert.deepEqual(
      history.map(({ revision, value, withdrawn }) => [revision, value, withdrawn]),
      [
        [1, 1, false],
        [2, 0.25, false],
        [3, 0.25, true],
        [4, 0.5, false],
      ],
    );
  });

  test("a chain is credited whole or not at all, and answered in the order of its reports", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ids = [];
    while (ids.length < 3) ids.push((await addDecision(storage, accountId)).sessionId);
    const reports = ids.map((sessionId) => ({ accountId, sessionId, label: "mini", value: 1, atMs: T0 }));
    const unwritable = { ...reports[2]!, usage: { seconds: 1n as unknown as number } };
    await assert.rejects(storage.feedback.putAll([...reports.slice(0, 2), unwritable]));
    for (const sessionId of ids)
      assert.deepEqual(await storage.feedback.listBySession({ accountId, sessionId }), []);
    const credited = await storage.feedback.putAll(reports);
    assert.deepEqual(
      credited.map((each) => [each?.outcome, each?.feedback.sessionId]),
      ids.map((sessionId) => ["created", sessionId]),
    );
    const withdrawn = await storage.feedback.withdrawAll(reports);
    assert.deepEqual(
      withdrawn.map((each) => each?.outcome),
      ["withdrawn", "withdrawn", "withdrawn"],
    );
  });

  test("feedback for a session that is not there is refused", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const nowhere = { accountId, sessionId: randomUUID(), label: "mini", atMs: T0 };
    assert.equal(await storage.feedback.put({ ...nowhere, value: 1 }), undefined);
    assert.equal(await storage.feedback.withdraw(nowhere), undefined);
  });

  test("the feedback of many sessions comes in one answer, and that of others does not", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { sessionId } = await addDecision(storage, accountId);
      ids.push(sessionId);
      await storage.feedback.put({ accountId, sessionId, label: "mini", value: count / 4, atMs: T0 });
    }
    const list = async (sessionIds: readonly string[]) =>
      (await storage.feedback.listBySessions({ accountId, sessionIds }))
        .map(({ sessionId, value }) => [sessionId, value] as const)
        .toSorted(([, a], [, b]) => (a ?? 0) - (b ?? 0));
    assert.deepEqual(await list([ids[2]!, ids[0]!, randomUUID()]), [
      [ids[0], 0],
      [ids[2], 0.5],
    ]);
    assert.deepEqual(await list([]), []);
  });

  test("many simultaneous copies of one judgement count once", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const { sessionId } = await addDecision(storage, accountId);
    const copies = Array.from({ length: 12 }, () =>
      storage.feedback.put({ accountId, sessionId, label: "mini", value: 1, atMs: T0 }),
    );
    const outcomes = (await Promise.all(copies)).map((outcome) => outcome?.outcome);
    assert.equal(outcomes.filter((outcome) => outcome === "created").length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === "repeated").length, 11);
    const [statistic] = await storage.feedback.statistics({ accountId, fromMs: T0, toMs: T0 + HOUR });
    assert.equal(statistic?.count, 1);
  });

  test("usage reported in pieces is joined", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const { sessionId } = await addDecision(storage, accountId);
    const ref = { accountId, sessionId, label: "mini" };
    await storage.feedback.put({ ...ref, usage: { inputTokens: 10 }, atMs: T0 });
    const later = await storage.feedback.put({ ...ref, usage: { usd: 0.5 }, value: 1, atMs: T0 + 1 });
    assert.deepEqual(later?.feedback.usage, { inputTokens: 10, usd: 0.5 });
  });

  test("predicted against reported success follows every correction", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const [first, second] = [await addDecision(storage, accountId), await addDecision(storage, accountId)];
    const put = (sessionId: string, label: string, value: number) =>
      storage.feedback.put({ accountId, sessionId, label, value, atMs: T0 });
    await put(first.sessionId, "mini", 1);
    await put(first.sessionId, "mini", 0);
    await put(second.sessionId, "mini", 1);
    await put(second.sessionId, "large", 1);
    await put(second.sessionId, "unheard of", 1);
    await storage.feedback.withdraw({ accountId, sessionId: second.sessionId, label: "large", atMs: T0 + 1 });
    const statistics = await storage.feedback.statistics({ accountId, fromMs: T0, toMs: T0 + 1 });
    assert.deepEqual(
      statistics.map(({ label, field, count }) => [label, field, count]),
      [["mini", "chat", 2]],
    );
    near(statistics[0]?.predictedMean, 0.7);
    near(statistics[0]?.reportedMean, 0.5);
    near(statistics[0]?.brier, (0.7 ** 2 + 0.3 ** 2) / 2);
    const overview = await storage.overview.read({ accountId, fromMs: T0, toMs: T0 + HOUR, bucketHours: 1 });
    assert.equal(overview.feedback.count, 2);
    const [bucket, ...others] = overview.feedbackBuckets;
    assert.deepEqual([bucket?.startMs, bucket?.count, others.length], [T0, 2, 0]);
    near(bucket?.reportedMean, 0.5);
  });

  test("judgements are counted by the key that reported them, and those of one key go without a trace in the sums", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const rows = [await addDecision(storage, accountId), await addDecision(storage, accountId)];
    const put = (at: number, label: string, keyId: string | null, value?: number) =>
      storage.feedback.put({
        accountId,
        sessionId: rows[at]?.sessionId ?? "",
        label,
        keyId,
        atMs: T0 + at,
        ...(value === undefined ? { usage: { usd: 1 } } : { value }),
      });
    await put(0, "mini", "grader", 1);
    await put(1, "mini", "grader", 0);
    await put(1, "large", null, 0.5);
    await put(0, "large", "meter");
    const own = { accountId, keyId: "grader", limit: 1, atMs: T0 + 9 };
    const shared = { reports: 1, labels: 1, firstMs: T0 + 1, lastMs: T0 + 1 };
    assert.deepEqual(
      (await storage.feedback.sumByKey({ accountId })).toSorted((a, b) => b.reports - a.reports),
      [
        { keyId: "grader", reports: 2, labels: 1, firstMs: T0, lastMs: T0 + 1 },
        { keyId: null, ...shared },
      ],
    );
    const erased = [await storage.feedback.eraseOfKey(own), await storage.feedback.eraseOfKey(own)];
    assert.deepEqual([...erased, await storage.feedback.eraseOfKey(own)], [1, 1, 0]);
    assert.deepEqual(await storage.feedback.sumByKey({ accountId }), [{ keyId: null, ...shared }]);
    const statistics = await storage.feedback.statistics({ accountId, fromMs: T0, toMs: T0 + HOUR });
    assert.deepEqual(
      statistics.map(({ label, count }) => [label, count]),
      [["large", 1]],
    );
    const sessionId = rows[0]?.sessionId ?? "";
    assert.deepEqual(await storage.feedback.listHistory({ accountId, sessionId, label: "mini" }), []);
    assert.equal((await storage.feedback.eraseOfKey({ ...own, keyId: null })) + 0, 1);
    assert.equal(
      (await storage.feedback.listBySession({ accountId, sessionId })).length,
      1,
      "usage of a meter",
    );
  });

  test("learners read every change in order, with what the decision knew", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const rows = [await addDecision(storage, accountId), await addDecision(storage, accountId)];
    for (const [index, row] of rows.entries()) {
      await storage.feedback.put({
        accountId,
        sessionId: row.sessionId,
        label: "mini",
        value: index,
        atMs: T0 + index,
      });
    }
    const sessionId = rows[0]?.sessionId ?? "";
    await storage.feedback.put({ accountId, sessionId, label: "large", value: 1, atMs: T0 + 7 });
    await storage.feedback.withdraw({ accountId, sessionId, label: "mini", atMs: T0 + 9 });
    const learned = await allPages((cursor) =>
      storage.feedback.listForLearning({ accountId, limit: 2, cursor }),
    );
    assert.deepEqual(
      learned.map((row) => [
        row.feedback.label,
        row.modelId,
        row.feedback.withdrawnAtMs,
        row.estimated?.success,
      ]),
      [
        ["mini", "openai/mini", null, 0.7],
        ["large", "openai/large", null, 0.9],
        ["mini", "openai/mini", T0 + 9, 0.7],
      ],
    );
    assert.deepEqual(learned[0]?.features, rows[1]?.features);
    const task = { operation: "extract", field: "data" };
    assert.deepEqual(learned[0]?.reading, { field: rows[1]?.field, difficulty: 0.3, task });
    assert.ok((await storage.feedback.listChangedAccounts({ sinceMs: T0 + 9 })).includes(accountId));
    assert.equal(
      (await storage.feedback.listChangedAccounts({ sinceMs: T0 + 10 })).includes(accountId),
      false,
    );
  });

  test("learners see no report of what a call took until somebody judges the answer", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const { sessionId } = await addDecision(storage, accountId);
    const report = { accountId, sessionId, label: "mini" };
    const seen = async (sinceMs: number): Promise<readonly [number, boolean]> => [
      (await storage.feedback.listForLearning({ accountId })).items.length,
      (await storage.feedback.listChangedAccounts({ sinceMs })).includes(accountId),
    ];
    await storage.feedback.put({ ...report, usage: { inputTokens: 1_000, usd: 0.01 }, atMs: T0 + 20 });
    assert.deepEqual(await seen(T0 + 20), [0, false]);
    await storage.feedback.put({ ...report, value: 1, atMs: T0 + 30 });
    assert.deepEqual(await seen(T0 + 30), [1, true]);
    await storage.feedback.withdraw({ ...report, atMs: T0 + 40 });
    assert.deepEqual(await seen(T0 + 40), [1, true]);
  });

  test("latencies fade with their half-life and no observation is lost in a race", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const observe = (seconds: number, atMs: number) =>
      storage.latency.observe({
        accountId,
        modelKey: "m",
        seconds,
        tokensPerSecond: 50,
        atMs,
        halfLifeMs: 1_000,
      });
    await Promise.all(Array.from({ length: 10 }, () => observe(2, T0)));
    const [before] = await storage.latency.list({ accountId });
    near(before?.weight, 10);
    near(before?.secondsMean, 2);
    const after = await observe(8, T0 + 1_000);
    near(after.weight, 6);
    near(after.secondsMean, (5 * 2 + 8) / 6);
    near(after.tokensPerSecond, 50);
    assert.ok(Math.abs((after.secondsP95 ?? 0) - 8) < 0.4);
  });

  test("speeds that are observed together are those observed one by one", async () => {
    const storage = open();
    const [apart, together] = [await addAccount(storage), await addAccount(storage)];
    const seenBy = (accountId: string) =>
      [1, 8, 3, 2].map((seconds, at) => ({
        accountId,
        modelKey: at === 1 ? "other" : "m",
        seconds,
        tokensPerSecond: 10 * seconds,
        atMs: T0 + 1_000 * at,
        halfLifeMs: 5_000,
      }));
    for (const each of seenBy(apart)) await storage.latency.observe(each);
    await storage.latency.observeAll(seenBy(together));
    const listed = await storage.latency.list({ accountId: together });
    assert.equal(listed.length, 2);
    assert.deepEqual(listed, await storage.latency.list({ accountId: apart }));
  });

  test("of two learners only the one that saw the current snapshot replaces it", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ref = { accountId, kind: "online" };
    const write = (version: string, createdAtMs: number) =>
      storage.learned.create({
        ...ref,
        version,
        parentVersion: null,
        meta: { rows: createdAtMs },
        blob: Uint8Array.of(1, 2, createdAtMs % 256),
        createdAtMs,
      });
    for (const [index, version] of ["v1", "v2", "v3"].entries()) await write(version, T0 + index);
    await assert.rejects(write("v1", T0), { code: "conflict" });
    const point = (version: string, expectedVersion?: string | null) =>
      storage.learned.setCurrent({
        ...ref,
        version,
        ...(expectedVersion === undefined ? {} : { expectedVersion }),
      });
    assert.equal(await point("v1", "v0"), false);
    assert.equal(await point("v1", null), true);
    assert.equal(await point("v2", null), false);
    const race = await Promise.all([point("v2", "v1"), point("v3", "v1")]);
    assert.equal(race.filter(Boolean).length, 1);
    assert.equal(await point("nowhere"), false);
    assert.equal(await point("v1"), true);
    assert.deepEqual((await storage.learned.findCurrent(ref))?.blob, Uint8Array.of(1, 2, T0 % 256));
    assert.equal(await storage.learned.prune({ ...ref, keep: 1 }), 1);
    const left = (await storage.learned.list({ ...ref })).items.map((snapshot) => snapshot.version);
    assert.deepEqual(left, ["v3", "v1"]);
    assert.equal(await storage.learned.clearCurrent(ref), true);
    assert.equal(await storage.learned.findCurrentVersion(ref), undefined);
  });

  test("a job is given to one worker, and back to the queue when its lease runs out", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const id = randomUUID();
    await storage.replayJobs.create({ id, accountId, params: { a: 1 }, createdAtMs: 1 });
    const claim = (workerId: string, nowMs: number) =>
      storage.replayJobs.claim({ workerId, nowMs, leaseMs: 100 });
    const claims = await Promise.all([claim("w1", 10), claim("w2", 10)]);
    const mine = claims.filter((job) => job?.id === id);
    assert.equal(mine.length, 1);
    const first = claims[0]?.id === id ? "w1" : "w2";
    const progress = { accountId, id, progress: 0.5, stage: "half", nowMs: 20, leaseMs: 100 };
    assert.equal(await storage.replayJobs.reportProgress({ ...progress, workerId: first }), true);
    assert.equal((await claim("w3", 119))?.id === id, false);
    assert.equal((await claim("w3", 120))?.attempts, 2);
    assert.equal(await storage.replayJobs.finish({ accountId, id, workerId: first, nowMs: 130 }), false);
    assert.equal(
      await storage.replayJobs.finish({ accountId, id, workerId: "w3", nowMs: 130, report: { ok: 1 } }),
      true,
    );
    const done = await storage.replayJobs.find({ accountId, id });
    assert.deepEqual([done?.state, done?.progress, done?.report], ["done", 1, { ok: 1 }]);
    assert.equal(await storage.replayJobs.cancel({ accountId, id, nowMs: 140 }), false);
  });

  test("accounts are served in turn, however many jobs one of them has queued before", async () => {
    const storage = open();
    const [crowd, other] = [await addAccount(storage), await addAccount(storage)];
    const add = async (accountId: string, createdAtMs: number): Promise<void> => {
      const router = { id: randomUUID(), accountId, params: {}, name: "mine", upload: {} };
      await storage.customRouters.create({ ...router, createdAtMs });
    };
    for (let at = 1; at <= 4; at += 1) await add(crowd, at);
    for (let at = 5; at <= 6; at += 1) await add(other, at);
    const served: string[] = [];
    for (let nowMs = 10; nowMs < 40 && served.length < 6; nowMs += 1) {
      const job = await storage.customRouters.claim({ workerId: "w", nowMs, leaseMs: 1_000 });
      if (job === undefined) break;
      await storage.customRouters.finish({ accountId: job.accountId, id: job.id, workerId: "w", nowMs });
      if (job.accountId === crowd || job.accountId === other) served.push(job.accountId);
    }
    assert.deepEqual(served, [crowd, other, crowd, other, crowd, crowd]);
  });

  test("a job whose file is still on its way is nobody's to claim", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const id = randomUUID();
    const router = { id, accountId, params: {}, createdAtMs: 0, name: "mine", upload: {} };
    await storage.customRouters.create({ ...router, isUploading: true });
    const claim = () => storage.customRouters.claim({ workerId: "w", nowMs: 1, leaseMs: 100 });
    assert.notEqual((await claim())?.id, id);
    const facts = { name: "ours", preferenceId: "p", upload: { bytes: 9 }, params: { activates: true } };
    const enqueue = () => storage.customRouters.enqueue({ accountId, id, ...facts, nowMs: 1 });
    assert.deepEqual([await enqueue(), await enqueue()], [true, false]);
    const claimed = await claim();
    assert.equal(claimed?.id, id);
    const { name, preferenceId, upload, params } = claimed;
    assert.deepEqual({ name, preferenceId, upload, params }, facts);
    await storage.customRouters.delete({ accountId, id });
  });

  test("a cancelled training stops its worker at the next report", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const id = randomUUID();
    const router = { id, accountId, params: {}, createdAtMs: 0, name: "mine", upload: { rows: 25 } };
    await storage.customRouters.create(router);
    await storage.customRouters.claim({ workerId: "w", nowMs: 1, leaseMs: 100 });
    assert.equal(await storage.customRouters.cancel({ accountId, id, nowMs: 2 }), true);
    const progress = { accountId, id, workerId: "w", progress: 0.1, stage: "x", nowMs: 3, leaseMs: 100 };
    assert.equal(await storage.customRouters.reportProgress(progress), false);
    assert.equal((await storage.customRouters.find({ accountId, id }))?.state, "cancelled");
  });

  test("a custom router keeps its file in parts, its artefact and its preference", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ref = { accountId, id: randomUUID() };
    const { customRouters } = storage;
    await customRouters.create({ ...ref, params: {}, createdAtMs: T0, name: "mine", upload: {} });
    for (const part of [1, 0])
      await customRouters.putUploadPart({ ...ref, part, bytes: Uint8Array.of(part, 9) });
    assert.deepEqual(await drain(customRouters.streamEvidence({ ...ref, kind: "upload" })), [
      Uint8Array.of(0, 9),
      Uint8Array.of(1, 9),
    ]);
    assert.equal(await customRouters.putArtefact({ ...ref, blob: Uint8Array.of(7) }), true);
    assert.deepEqual(await customRouters.findArtefact(ref), Uint8Array.of(7));
    const changed = await customRouters.update({ ...ref, preferenceId: "p", nowMs: T0 + 1 });
    assert.deepEqual([changed?.hasArtefact, changed?.preferenceId], [true, "p"]);
    assert.equal(await customRouters.deleteEvidence({ ...ref, kind: "upload" }), 2);
    assert.equal(await customRouters.delete(ref), true);
    assert.equal(await customRouters.findArtefact(ref), undefined);
  });

  test("the file of a training that has ended goes, and that of an upload that was cut off", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const { customRouters } = storage;
    const addRouter = async (createdAtMs: number): Promise<{ accountId: string; id: string }> => {
      const ref = { accountId, id: randomUUID() };
      const router = { ...ref, params: {}, createdAtMs, name: "mine", upload: {}, isUploading: true };
      await customRouters.create(router);
      await customRouters.putUploadPart({ ...ref, part: 0, bytes: Uint8Array.of(1) });
      return ref;
    };
    const [cutOff, cancelled, coming] = [
      await addRouter(T0),
      await addRouter(T0 + 5),
      await addRouter(T0 + 5),
    ];
    await customRouters.cancel({ ...cancelled, nowMs: T0 + 6 });
    await customRouters.purgeUploads({ staleBeforeMs: T0 + 1, nowMs: T0 + 7 });
    const parts = async (ref: typeof coming): Promise<number> =>
      (await drain(customRouters.streamEvidence({ ...ref, kind: "upload" }))).length;
    assert.deepEqual(await Promise.all([cutOff, cancelled, coming].map(parts)), [0, 0, 1]);
    assert.equal((await customRouters.find(cutOff))?.state, "failed");
  });

  test("one alert per kind and subject is open at a time", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const alert = (id: string, severity: "warning" | "critical") =>
      storage.alerts.open({
        id,
        accountId,
        kind: "calibration",
        subject: "mini",
        severity,
        details: { severity },
        openedAtMs: T0,
      });
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    assert.equal((await alert(first, "warning")).isNew, true);
    const again = await alert(second, "critical");
    assert.deepEqual([again.isNew, again.alert.id, again.alert.severity], [false, first, "critical"]);
    const resolve = () =>
      storage.alerts.resolve({ accountId, kind: "calibration", subject: "mini", atMs: T0 + 1 });
    const [closed, none] = [await resolve(), await resolve()];
    assert.deepEqual([closed?.id, closed?.resolvedAtMs, none], [first, T0 + 1, undefined]);
    assert.equal((await alert(third, "warning")).isNew, true);
    assert.equal((await storage.alerts.list({ accountId })).items.length, 2);
    assert.deepEqual(
      (await storage.alerts.list({ accountId, openOnly: true })).items.map(({ id }) => id),
      [third],
    );
  });

  test("the audit log and model overrides come back as written", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const entry = (action: string, atMs: number) => ({
      id: randomUUID(),
      accountId,
      atMs,
      actor: { kind: "user" as const, id: "u", name: "ada@example.org" },
      action,
      targetId: "k1",
      details: { name: "ci" },
      ip: null,
    });
    const [create, revoke] = [entry("key.create", T0), entry("key.revoke", T0 + 1)];
    for (const each of [create, revoke]) await storage.audit.append(each);
    const listed = async (filter: object) => (await storage.audit.list({ accountId, ...filter })).items;
    assert.deepEqual(await listed({}), [revoke, create]);
    assert.deepEqual(await listed({ action: "key.create", targetId: "k1" }), [create]);
    const override = {
      accountId,
      modelId: "acme/own",
      facts: { name: "Own" },
      updatedAtMs: T0,
      updatedBy: null,
    };
    await storage.modelOverrides.put({ ...override, facts: {} });
    await storage.modelOverrides.put(override);
    assert.deepEqual(await storage.modelOverrides.list({ accountId }), [override]);
    assert.equal(await storage.modelOverrides.delete({ accountId, modelId: "acme/own" }), true);
  });
}
