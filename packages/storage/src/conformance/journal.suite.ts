import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createJournal, type DecisionRow, type DecisionSort, type Storage } from "../index.ts";
import {
  addAccount,
  addDecision,
  aDecision,
  allPages,
  aRecord,
  drain,
  HOUR,
  T0,
  anExperiment,
} from "./fixtures.ts";

function near(actual: number | null | undefined, expected: number): void {
  assert.ok(
    actual !== null && actual !== undefined && Math.abs(actual - expected) < 1e-9,
    `${actual} is not ${expected}`,
  );
}

export function describeJournal(open: () => Storage): void {
  test("a decision comes back bit for bit", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const text = { messages: [{ role: "user", text: "Grüße 👋 \u0000 end" }] };
    const explored = { degraded: true, explored: true, shadow: { label: "large" }, text };
    const row = await addDecision(storage, accountId, {
      ...explored,
      createdAtMs: T0 + 1,
      propensity: 1 / 3,
    });
    assert.deepEqual(await storage.decisions.find({ accountId, sessionId: row.sessionId }), row);
    const bare = await addDecision(storage, accountId, {
      usd: null,
      seconds: null,
      features: null,
    });
    assert.deepEqual(await storage.decisions.find({ accountId, sessionId: bare.sessionId }), bare);
  });

  test("a record comes back as it was kept, and reports are counted against it", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const row = aDecision(accountId);
    const journal = createJournal(storage);
    await journal.append(row);
    await journal.close();
    const found = await storage.decisions.find({ accountId, sessionId: row.sessionId });
    assert.deepEqual(found?.record, row.record);
    const ref = { accountId, sessionId: row.sessionId, label: "large", value: 1, atMs: T0 };
    await storage.feedback.put(ref);
    const [judged] = await storage.feedback.statistics({ accountId, fromMs: T0, toMs: T0 + 1 });
    near(judged?.predictedMean, 0.9);
    near((await storage.groups.total({ accountId, fromMs: T0, toMs: T0 + 1, bucketHours: 1 })).usd, 0.001);
  });

  test("appended rows are all committed, whatever the batch they fell into", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const journal = createJournal(storage, { batchRowsMax: 7 });
    const rows = Array.from({ length: 50 }, (_, index) => aDecision(accountId, { createdAtMs: T0 + index }));
    await Promise.all(rows.map((row) => journal.append(row)));
    assert.equal(journal.figures().committedRows, 50);
    assert.ok(journal.figures().committedBatches >= 8);
    const stored = await drain(storage.decisions.stream({ accountId }));
    assert.deepEqual(stored, rows);
    await journal.close();
    await assert.rejects(journal.append(aDecision(accountId)), { code: "overloaded" });
  });

  test("a row that cannot be kept fails alone; its batch and the next ones go on", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const journal = createJournal(storage);
    const good = [aDecision(accountId), aDecision(accountId)];
    const orphan = aDecision(randomUUID());
    const twice = { ...aDecision(accountId), sessionId: good[0]?.sessionId ?? "" };
    const outcomes = await Promise.allSettled([...good, orphan, twice].map((row) => journal.append(row)));
    assert.deepEqual(
      outcomes.map((outcome) =>
        outcome.status === "fulfilled" ? "kept" : (outcome.reason as { code: string }).code,
      ),
      ["kept", "kept", "not_found", "conflict"],
    );
    await journal.append(aDecision(accountId));
    assert.equal(await storage.decisions.count({ accountId }), 3);
    await journal.close();
  });

  test("a number that cannot be kept fails its own decision and never those of other accounts", async () => {
    const storage = open();
    const [victim, other] = [await addAccount(storage), await addAccount(storage)];
    const journal = createJournal(storage);
    const ranking = aRecord().ranking.map((candidate) => Object.assign({}, candidate, { usd: Infinity }));
    const endless = { ranking };
    const append = async (row: DecisionRow): Promise<string> => {
      try {
        await journal.append(row);
        return "kept";
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const outcomes = await Promise.all([
      append(aDecision(victim)),
      append(aDecision(other, { usd: Infinity })),
      append(aDecision(other, { record: endless })),
      append(aDecision(victim)),
    ]);
    assert.deepEqual(outcomes, ["kept", "validation_failed", "validation_failed", "kept"]);
    // Finite, but past what PostgreSQL's column takes.
    const [kept, , keptToo] = await Promise.all(
      [aDecision(victim), aDecision(other, { turn: 3e12 }), aDecision(victim)].map(append),
    );
    assert.deepEqual([kept, keptToo], ["kept", "kept"]);
    assert.equal(await storage.decisions.count({ accountId: victim }), 4);
    await journal.close();
  });

  test("a full queue refuses with the time to wait and loses nothing it took", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const journal = createJournal(storage, { queueRowsMax: 5, batchRowsMax: 2 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, () => journal.append(aDecision(accountId))),
    );
    const kept = outcomes.filter((outcome) => outcome.status === "fulfilled").length;
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    assert.ok(kept > 0 && refused.length > 0);
    for (const { reason } of refused) {
      assert.equal((reason as { code: string }).code, "overloaded");
      assert.equal((reason as { retryAfterS: number }).retryAfterS, 1);
    }
    assert.equal(journal.figures().refusedRows, refused.length);
    await journal.flush();
    assert.equal(await storage.decisions.count({ accountId }), kept);
    await journal.close();
  });

  test("every filter of the list keeps exactly the rows it names, newest first, page by page", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const rows: DecisionRow[] = [];
    for (let index = 0; index < 24; index += 1) {
      rows.push(
        aDecision(accountId, {
          createdAtMs: T0 + Math.floor(index / 2),
          label: index % 2 === 0 ? "mini" : "large",
          field: index % 3 === 0 ? "code" : "chat",
          degraded: index % 4 === 0,
          keyId: index % 5 === 0 ? "k1" : null,
          preferenceId: index % 6 === 0 ? "pref" : null,
          preferenceVersion: index % 6 === 0 ? 1 + (index % 4) : null,
        }),
      );
    }
    await storage.appendDecisions(rows);
    const filters: readonly [Parameters<typeof storage.decisions.list>[0], (row: DecisionRow) => boolean][] =
      [
        [{ accountId }, () => true],
        [{ accountId, label: "large" }, (row) => row.label === "large"],
        [{ accountId, field: "code" }, (row) => row.field === "code"],
        [{ accountId, degraded: true }, (row) => row.degraded],
        [{ accountId, degraded: false, label: "mini" }, (row) => !row.degraded && row.label === "mini"],
        [{ accountId, keyId: "k1" }, (row) => row.keyId === "k1"],
        [{ accountId, preferenceId: "pref" }, (row) => row.preferenceId === "pref"],
        [{ accountId, preferenceId: "pref", preferenceVersion: 3 }, (row) => row.preferenceVersion === 3],
        [
          { accountId, fromMs: T0 + 3, toMs: T0 + 7 },
          (row) => row.createdAtMs >= T0 + 3 && row.createdAtMs < T0 + 7,
        ],
        [{ accountId, q: "LARG" }, (row) => row.label === "large"],
        [{ accountId, q: "%" }, () => false],
        [{ accountId, q: rows[5]?.sessionId }, (row) => row.sessionId === rows[5]?.sessionId],
      ];
    for (const [filter, keeps] of filters) {
      const found = await allPages((cursor) => storage.decisions.list({ ...filter, limit: 5, cursor }));
      const ids = new Set(found.map((row) => row.sessionId));
      assert.deepEqual(ids, new Set(rows.filter(keeps).map((row) => row.sessionId)));
      assert.equal(found.length, ids.size);
      const times = found.map((row) => row.createdAtMs);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      );
    }
  });

  test("another order pages through the newest rows alike, unknown amounts last, whatever is decided meanwhile", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const prices = [3, null, 1, 2, 2, null, 5];
    const rows = prices.map((usd, index) =>
      aDecision(accountId, {
        usd,
        seconds: usd,
        success: (usd ?? 9) / 10,
        decideUs: index,
        createdAtMs: T0 + index,
      }),
    );
    await storage.appendDecisions(rows);
    const sorted = (sort: DecisionSort, rowsMax = 100) =>
      allPages((cursor) =>
        storage.decisions.listSorted({ accountId, sort, rowsMax, toMs: T0 + 50, limit: 2, cursor }),
      );
    const read = async (sort: DecisionSort, rowsMax?: number) =>
      (await sorted(sort, rowsMax)).map(({ createdAtMs }) => createdAtMs - T0);
    assert.deepEqual(await read("usd"), [6, 0, 4, 3, 2, 5, 1]);
    assert.deepEqual(await read("seconds"), [6, 0, 4, 3, 2, 5, 1]);
    assert.deepEqual(await read("success"), [2, 4, 3, 0, 6, 5, 1]);
    assert.deepEqual(await read("decideUs"), [6, 5, 4, 3, 2, 1, 0]);
    assert.deepEqual(await read("usd", 3), [6, 4, 5], "only the newest three are looked at");
    const ask = { accountId, sort: "usd", rowsMax: 100, limit: 2 } as const;
    const first = await storage.decisions.listSorted({ ...ask, toMs: T0 + 50 });
    await storage.appendDecisions([aDecision(accountId, { usd: 99, createdAtMs: T0 + 60 })]);
    const cursor = first.nextCursor ?? undefined;
    const second = await storage.decisions.listSorted({ ...ask, toMs: T0 + 90, cursor });
    assert.deepEqual(
      second.items.map(({ createdAtMs }) => createdAtMs - T0),
      [4, 3],
    );
  });

  test("kept text is read for the decisions that have some, and not where it is long", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const text = { messages: [{ role: "user", text: "hello" }] };
    const long = { messages: [{ role: "user", text: "x".repeat(500) }] };
    const rows = [text, null, long].map((kept) => aDecision(accountId, { text: kept }));
    await storage.appendDecisions(rows);
    const sessionIds = rows.map(({ sessionId }) => sessionId);
    const read = (of: string) => storage.decisions.listTexts({ accountId: of, sessionIds, charsMax: 100 });
    assert.deepEqual([...(await read(accountId))], [[sessionIds[0], text]]);
    assert.equal((await read(await addAccount(storage))).size, 0);
  });

  test("the tail hears of what came after a moment, oldest first", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    await storage.appendDecisions(
      [3, 1, 2].map((offset) => aDecision(accountId, { createdAtMs: T0 + offset })),
    );
    const digests = await storage.decisions.listDigests({ accountId, afterMs: T0 + 1, limit: 10 });
    assert.deepEqual(
      digests.map(({ createdAtMs, requestDigest }) => [createdAtMs, requestDigest.length > 0]),
      [
        [T0 + 3, true],
        [T0 + 2, true],
      ],
    );
    const tail = await storage.decisions.listAfter({ accountId, afterMs: T0 + 1, limit: 10 });
    assert.deepEqual(
      tail.map((row) => row.createdAtMs - T0),
      [2, 3],
    );
  });

  test("a chain is found whole and in order from its first session", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const first = await addDecision(storage, accountId);
    const { sessionId: chainId } = first;
    const second = await addDecision(storage, accountId, { chainId, previousSessionId: chainId, turn: 2 });
    const next = { chainId, previousSessionId: second.sessionId, turn: 3, createdAtMs: T0 + 5 };
    const third = await addDecision(storage, accountId, next);
    await addDecision(storage, accountId);
    const chain = await storage.decisions.listChain({ accountId, chainId });
    assert.deepEqual(
      chain.map((row) => row.sessionId),
      [first, second, third].map((row) => row.sessionId),
    );
  });

  test("a selection by sessions follows a chain for the subject that it names, for none, or for any", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const add = (over: Partial<DecisionRow>) => addDecision(storage, accountId, over);
    const first = await add({ subjectDigest: "a" });
    const { sessionId: chainId } = first;
    const same = await add({ chainId, turn: 2, subjectDigest: "a" });
    const other = await add({ chainId, turn: 3, subjectDigest: "b" });
    const nobody = await add({ chainId, turn: 4 });
    const alone = await add({});
    const chosen = async (sessionIds: string[], subjects: readonly (string | null | undefined)[]) => {
      const chains = subjects.map((subjectDigest) => ({ chainId, subjectDigest }));
      const rows = await drain(storage.decisions.stream({ accountId, sessions: { sessionIds, chains } }));
      return rows.map(({ sessionId }) => sessionId).toSorted();
    };
    const ids = (...rows: readonly DecisionRow[]) => rows.map(({ sessionId }) => sessionId).toSorted();
    assert.deepEqual(await chosen([], ["a"]), ids(first, same));
    assert.deepEqual(await chosen([], ["b"]), ids(other));
    assert.deepEqual(await chosen([alone.sessionId], [null]), ids(nobody, alone));
    assert.deepEqual(await chosen([], ["b", null]), ids(other, nobody));
    assert.deepEqual(await chosen([], [undefined]), ids(first, same, other, nobody));
    assert.deepEqual(await chosen([], []), []);
    const found = await storage.decisions.chainsOf({ accountId, sessionIds: [other.sessionId, "unknown"] });
    assert.deepEqual(found, [{ sessionId: other.sessionId, chainId, subjectDigest: "b" }]);
    assert.deepEqual(await storage.decisions.chainsOf({ accountId, sessionIds: [] }), []);
  });

  test("streams read across their own pages, both ways, up to the limit", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const rows = Array.from({ length: 230 }, (_, index) => aDecision(accountId, { createdAtMs: T0 + index }));
    await storage.appendDecisions(rows);
    const ids = rows.map((row) => row.sessionId);
    const read = async (input: { limit?: number; newestFirst?: boolean }) =>
      (await drain(storage.decisions.stream({ accountId, ...input }))).map((row) => row.sessionId);
    assert.deepEqual(await read({}), ids);
    assert.deepEqual(await read({ newestFirst: true, limit: 150 }), ids.toReversed().slice(0, 150));
  });

  test("retention forgets text first, then rows, in portions, and keeps the sums", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const text = { messages: [] };
    const rows = [0, 1, 2, 3].map((offset) => aDecision(accountId, { createdAtMs: T0 + offset, text }));
    await storage.appendDecisions(rows);
    const { decisions } = storage;
    assert.equal(await decisions.purgeText({ accountId, beforeMs: T0 + 3, limit: 2 }), 2);
    assert.equal(await decisions.purgeText({ accountId, beforeMs: T0 + 3, limit: 2 }), 1);
    assert.equal(await decisions.purgeText({ accountId, beforeMs: T0 + 3, limit: 2 }), 0);
    const texts = (await drain(decisions.stream({ accountId }))).map((row) => row.text !== null);
    assert.deepEqual(texts, [false, false, false, true]);
    assert.equal(await decisions.purge({ accountId, beforeMs: T0 + 2, limit: 10 }), 2);
    assert.equal(await decisions.delete({ accountId, sessionIds: [rows[2]?.sessionId ?? ""] }), 1);
    assert.equal((await decisions.list({ accountId })).items.length, 1);
    assert.equal(await decisions.count({ accountId }), 4);
  });

  test("text goes by the preference that the decision was made with", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const kept = async (): Promise<(string | null)[]> =>
      (await drain(storage.decisions.stream({ accountId })))
        .filter((row) => row.text !== null)
        .map((row) => row.preferenceId);
    const text = { messages: [] };
    const rows = [null, "p", "q"].map((preferenceId) => aDecision(accountId, { preferenceId, text }));
    await storage.appendDecisions(rows);
    const purge = (ids: readonly string[], isExcept: boolean) =>
      storage.decisions.purgeText({
        accountId,
        beforeMs: T0 * 2,
        limit: 10,
        preferences: { ids, isExcept },
      });
    assert.equal(await purge([], false), 0);
    assert.equal(await purge(["q"], false), 1);
    assert.equal(await purge(["p"], true), 1);
    assert.deepEqual(await kept(), ["p"]);
    assert.equal(await purge([], true), 1);
  });

  test("the overview adds up: picks, spend, baselines, latency, by hour and by label", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const large = {
      label: "large",
      success: 0.9,
      usd: 0.01,
      createdAtMs: T0 + 2 * HOUR + 1,
      decideUs: 4_000,
    };
    await storage.appendDecisions([
      aDecision(accountId),
      aDecision(accountId, { degraded: true, explored: true, decideUs: 400 }),
      aDecision(accountId, large),
      aDecision(accountId, { label: "mystery", success: 0.6, usd: null, createdAtMs: T0 + 9 * HOUR }),
    ]);
    const window = { accountId, fromMs: T0, toMs: T0 + 4 * HOUR, bucketHours: 2 };
    const overview = await storage.overview.read(window);
    const total = await storage.groups.total(window);
    assert.deepEqual([total.decisions, total.degraded, total.explored], [3, 1, 1]);
    near(total.usd, 0.012);
    near(total.successMean, (0.7 + 0.7 + 0.9) / 3);
    assert.deepEqual(
      total.buckets.map((bucket) => [bucket.startMs - T0, bucket.decisions]),
      [
        [0, 2],
        [2 * HOUR, 1],
      ],
    );
    assert.deepEqual(
      overview.models.map((model) => [model.label, model.decisions, model.byBucket]),
      [
        ["mini", 2, [[T0, 2]]],
        ["large", 1, [[T0 + 2 * HOUR, 1]]],
      ],
    );
    const fixed = new Map(overview.fixed.map((baseline) => [baseline.label, baseline]));
    assert.deepEqual([...fixed.keys()].sort(), ["large", "mini"]);
    near(fixed.get("large")?.usd, 0.03);
    near(fixed.get("large")?.routedUsd, 0.012);
    assert.equal(overview.latency.count, 3);
    const within = (value: number | null, exact: number) =>
      value !== null && value >= exact && value <= exact * 1.09;
    assert.ok(within(overview.latency.p50Us, 400) && within(overview.latency.p99Us, 4_000));
    const all = await storage.groups.total({ ...window, toMs: T0 + 10 * HOUR });
    assert.deepEqual([all.decisions, all.pricedDecisions], [4, 3]);
    await storage.overview.purge({ accountId, beforeMs: T0 + HOUR });
    assert.equal((await storage.groups.total(window)).decisions, 1);
  });

  test("labels with NUL, quotes and any script are kept without harm", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const label = "a\u0000b'\"; drop table decisions; -- \u202E مرحبا";
    const record = { ranking: aRecord().ranking.map((candidate) => Object.assign({}, candidate, { label })) };
    const row = aDecision(accountId, { label, record });
    const journal = createJournal(storage);
    await journal.append(row);
    await journal.close();
    const found = await storage.decisions.find({ accountId, sessionId: row.sessionId });
    assert.equal(found?.label, label.replace("\u0000", "\uFFFD"));
    assert.equal(found.record.ranking[0]?.label, label);
    const judged = await storage.feedback.put({
      accountId,
      sessionId: row.sessionId,
      label,
      value: 1,
      atMs: T0,
    });
    assert.equal(judged?.outcome, "created");
  });
}

// Records kept of comparisons: replays that have ended, and experiments that were stopped.

async function addReplay(storage: Storage, accountId: string, createdAtMs: number): Promise<string> {
  return (await storage.replayJobs.create({ id: randomUUID(), accountId, params: {}, createdAtMs })).id;
}

export function describeHistory(open: () => Storage): void {
  test("of the replays that have ended the newest stay, and one that is still to run always does", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ids: string[] = [];
    for (let age = 0; age < 5; age += 1) ids.push(await addReplay(storage, accountId, T0 - age * HOUR));
    for (const id of ids.slice(0, 4)) await storage.replayJobs.cancel({ accountId, id, nowMs: T0 });
    assert.equal(await storage.replayJobs.prune({ accountId, keep: 2 }), 2);
    const { items } = await storage.replayJobs.list({ accountId });
    assert.deepEqual(
      items.map(({ id }) => id),
      [ids[0], ids[1], ids[4]],
    );
  });

  test("ended experiments are listed newest first, by page and by preference", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const experiments = [0, 1, 2].map((age) =>
      anExperiment(accountId, { endedAtMs: T0 - age * HOUR, preferenceId: age === 1 ? "other" : "house" }),
    );
    for (const experiment of experiments.toReversed()) await storage.experiments.create(experiment);
    const all = await allPages((cursor) => storage.experiments.list({ accountId, cursor, limit: 2 }));
    assert.deepEqual(all, experiments);
    const other = await storage.experiments.list({ accountId, preferenceId: "other" });
    assert.deepEqual(other.items, [experiments[1]]);
    assert.equal(await storage.experiments.prune({ accountId, keep: 1 }), 2);
    assert.deepEqual((await storage.experiments.list({ accountId })).items, experiments.slice(0, 1));
  });

  test("an experiment is counted once, whichever process is first", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const experiment = anExperiment(accountId, { endedAtMs: 1 });
    await storage.experiments.create(experiment);
    assert.equal((await storage.experiments.findUncounted())?.id, experiment.id);
    const conclude = (verdict: string) =>
      storage.experiments.conclude({ accountId, id: experiment.id, report: { verdict } });
    assert.deepEqual([await conclude("a_better"), await conclude("b_better")], [true, false]);
    assert.notEqual((await storage.experiments.findUncounted())?.id, experiment.id);
    const [kept] = (await storage.experiments.list({ accountId })).items;
    assert.deepEqual(kept?.report, { verdict: "a_better" });
  });
}
