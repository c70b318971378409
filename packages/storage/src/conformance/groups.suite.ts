// Sums by key, preference, field and the like, and what routing cost beside one model.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  createJournal,
  GROUP_DIMENSIONS,
  type DecisionFilter,
  type DecisionGroup,
  type GroupDimension,
  type Storage,
} from "../index.ts";
import { addAccount, addDecision, aDecision, HOUR, T0 } from "./fixtures.ts";

function near(actual: number | null | undefined, expected: number): void {
  assert.ok(typeof actual === "number" && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

const WINDOW = { fromMs: T0, toMs: T0 + 4 * HOUR, bucketHours: 1 } as const;

/** Three decisions with key and preference, one with neither and without a price. */
async function fill(storage: Storage): Promise<{ readonly accountId: string; readonly first: string }> {
  const accountId = await addAccount(storage);
  const own = { keyId: "k1", preferenceId: "p1", preferenceVersion: 2 };
  const journal = createJournal(storage);
  const rows = [
    aDecision(accountId, { ...own, createdAtMs: T0, degraded: true }),
    aDecision(accountId, { ...own, createdAtMs: T0 + HOUR, field: "code", rejectedCount: 0 }),
    aDecision(accountId, { ...own, createdAtMs: T0 + HOUR, preferenceVersion: 3, language: "de" }),
    aDecision(accountId, { createdAtMs: T0 + 2 * HOUR, label: "large", usd: null, explored: true }),
  ];
  await Promise.all(rows.map((row) => journal.append(row)));
  await journal.close();
  return { accountId, first: rows[0]?.sessionId ?? "" };
}

export function describeGroups(open: () => Storage): void {
  test("every way of grouping counts every decision once", async () => {
    const storage = open();
    const { accountId } = await fill(storage);
    const counted = async (dimension: GroupDimension) =>
      (await storage.groups.read({ accountId, ...WINDOW, dimension })).map(
        ({ value, decisions }) => [value, decisions] as const,
      );
    assert.deepEqual(await counted("label"), [
      ["mini", 3],
      ["large", 1],
    ]);
    assert.deepEqual(await counted("key"), [
      ["k1", 3],
      ["", 1],
    ]);
    assert.deepEqual(await counted("version"), [
      ["p1@2", 2],
      ["", 1],
      ["p1@3", 1],
    ]);
    assert.deepEqual(await counted("field"), [
      ["chat", 3],
      ["code", 1],
    ]);
    assert.deepEqual(await counted("operation"), [["extract", 4]]);
    assert.deepEqual(await counted("outcome"), [
      ["picked", 3],
      ["degraded", 1],
    ]);
    assert.deepEqual(await counted("cost"), [
      ["0.001-0.01", 3],
      ["unknown", 1],
    ]);
    assert.deepEqual(await counted("feedback"), [["none", 4]]);
    for (const dimension of GROUP_DIMENSIONS)
      assert.equal(
        (await counted(dimension)).reduce((sum, [, decisions]) => sum + decisions, 0),
        4,
      );
  });

  test("decisions are found, grouped and paid for by tag, and an erased value is gone", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const journal = createJournal(storage);
    const rtl = "\u05e9\u05dc\u05d5\u05dd";
    const rows = [
      aDecision(accountId, { createdAtMs: T0, tags: { region: "eu", team: "support" } }),
      aDecision(accountId, { createdAtMs: T0, tags: { region: "us" } }),
      aDecision(accountId, { createdAtMs: T0 + HOUR, tags: { team: `eu","region":"eu`, region: rtl } }),
      aDecision(accountId, { createdAtMs: T0 + HOUR, tags: { Region: "eu", "re.gion": "eu" } }),
      aDecision(accountId, { createdAtMs: T0 + HOUR }),
    ];
    await Promise.all(rows.map((row) => journal.append(row)));
    await journal.close();
    const label = "mini";
    await storage.feedback.put({
      accountId,
      sessionId: rows[0]?.sessionId ?? "",
      label,
      value: 1,
      atMs: T0,
    });
    const found = async (tags: Readonly<Record<string, string>>) => {
      const { items } = await storage.decisions.list({ accountId, tags, limit: 10 });
      return items.map(({ sessionId }) => rows.findIndex((row) => row.sessionId === sessionId));
    };
    assert.deepEqual(await found({ region: "eu" }), [0]);
    assert.deepEqual(await found({ region: "eu", team: "support" }), [0]);
    assert.deepEqual(await found({ region: "eu", team: "other" }), []);
    assert.deepEqual(await found({ region: rtl }), [2]);
    const kept = await storage.decisions.find({ accountId, sessionId: rows[2]?.sessionId ?? "" });
    assert.deepEqual(kept?.tags, rows[2]?.tags);
    const byRegion = async () => {
      const groups = await storage.groups.read({ accountId, ...WINDOW, dimension: "tag:region" });
      const counted = await storage.groups.readFiltered({
        accountId,
        ...WINDOW,
        dimension: "tag:region",
        filter: { field: "chat" },
      });
      assert.deepEqual(
        counted.groups.map(({ value, decisions, judged }) => ({ value, decisions, judged })),
        groups.map(({ value, decisions, judged }) => ({ value, decisions, judged })),
      );
      return groups.map(({ value, decisions, judged }) => [value, decisions, judged]);
    };
    assert.deepEqual(await byRegion(), [
      ["eu", 1, 1],
      ["us", 1, 0],
      [rtl, 1, 0],
    ]);
    const names = async () =>
      (await storage.groups.readTags({ accountId, fromMs: T0, valuesMax: 10 })).map(({ name }) => name);
    assert.deepEqual(await names(), ["Region", "re.gion", "region", "team"]);
    const erased = await storage.decisions.erase({ accountId, tags: { region: "eu" }, limit: 10 });
    assert.deepEqual(erased, { decisions: 1, feedback: 1 });
    assert.deepEqual(await byRegion(), [
      ["us", 1, 0],
      [rtl, 1, 0],
    ]);
  });

  test("a group has its spend, its states, its hours and when it was last seen", async () => {
    const storage = open();
    const { accountId } = await fill(storage);
    const [key, none] = await storage.groups.read({ accountId, ...WINDOW, dimension: "key" });
    near(key?.usd, 0.003);
    near(key?.successMean, 0.7);
    assert.deepEqual(
      [key?.degraded, key?.decisionsWithRejections, key?.pricedDecisions, key?.lastHourMs],
      [1, 2, 3, T0 + HOUR],
    );
    assert.deepEqual(
      key?.buckets.map(({ startMs, decisions }) => [startMs - T0, decisions]),
      [
        [0, 1],
        [HOUR, 2],
      ],
    );
    assert.deepEqual([none?.pricedDecisions, none?.explored], [0, 1]);
    const early = await storage.groups.read({ accountId, ...WINDOW, toMs: T0 + HOUR, dimension: "key" });
    assert.deepEqual(
      early.map(({ value, decisions }) => [value, decisions]),
      [["k1", 1]],
    );
  });

  test("a report about the pick counts in each of its groups, follows corrections, and goes with its withdrawal", async () => {
    const storage = open();
    const { accountId, first } = await fill(storage);
    const judged = async (dimension: GroupDimension, value: string) => {
      const groups = await storage.groups.read({ accountId, ...WINDOW, dimension });
      const group = groups.find((one) => one.value === value);
      return [group?.judged, group?.reportedMean, group?.decisions];
    };
    const report = { accountId, sessionId: first, label: "mini", atMs: T0 };
    await storage.feedback.put({ ...report, value: 1 });
    await storage.feedback.put({ ...report, label: "large", value: 1 });
    assert.deepEqual(await judged("preference", "p1"), [1, 1, 3]);
    await storage.feedback.put({ ...report, value: 0 });
    assert.deepEqual(await judged("version", "p1@2"), [1, 0, 2]);
    assert.deepEqual(await judged("operation", "extract"), [1, 0, 4]);
    await storage.feedback.withdraw(report);
    assert.deepEqual(await judged("key", "k1"), [0, null, 3]);
  });

  test("by feedback a decision is in the group of what was last reported about its pick, with all that it adds up to", async () => {
    const storage = open();
    const { accountId, first } = await fill(storage);
    const report = { accountId, sessionId: first, label: "mini", atMs: T0 };
    const kinds = async () => {
      const groups = await storage.groups.read({ accountId, ...WINDOW, dimension: "feedback" });
      return groups.map(({ value, decisions, degraded, judged, reportedMean }) => [
        value,
        decisions,
        degraded,
        judged,
        reportedMean,
      ]);
    };
    await storage.feedback.put({ ...report, label: "large", value: 1 });
    assert.deepEqual(await kinds(), [["none", 4, 1, 0, null]]);
    await storage.feedback.put({ ...report, value: 0.2 });
    const bad = ["bad", 1, 1, 1, 0.2];
    assert.deepEqual(await kinds(), [["none", 3, 0, 0, null], bad]);
    await storage.feedback.put({ ...report, value: 0.75 });
    const good = ["good", 1, 1, 1, 0.75];
    assert.deepEqual(await kinds(), [["none", 3, 0, 0, null], good]);
    await storage.feedback.withdraw(report);
    assert.deepEqual(await kinds(), [["none", 4, 1, 0, null]]);
  });

  test("billed dollars add up beside the expected ones of the same decisions, follow corrections, and go with their withdrawal", async () => {
    const storage = open();
    const { accountId, first } = await fill(storage);
    const other = await storage.decisions.list({ accountId, label: "large" });
    const put = (usage: object, more: object = {}) =>
      storage.feedback.put({ accountId, sessionId: first, label: "mini", atMs: T0, usage, ...more });
    const sums = async (dimension: GroupDimension, of: string) => {
      const groups = await storage.groups.read({ accountId, ...WINDOW, dimension });
      const { billed } = groups.find(({ value }) => value === of) ?? {};
      return Object.values(billed ?? {}).map((figure) => Number(figure.toFixed(9)));
    };
    await put({ inputTokens: 10 });
    assert.deepEqual(await sums("key", "k1"), [0, 0, 0, 0, 0, 0]);
    await put({ usd: 0.5, baselineModel: "vendor/big" });
    assert.deepEqual(await sums("key", "k1"), [1, 0.5, 0.001, 0, 0, 0]);
    await put({ baselineUsd: 2 });
    await put({ baselineUsd: 2 });
    // Not about the pick, and a pick without an expected price: neither is held against an expectation.
    await put({ usd: 9 }, { label: "large" });
    await put({ usd: 0.25 }, { label: "large", sessionId: other.items[0]?.sessionId ?? "" });
    await put({ usd: 0.75 }, { value: 1 });
    for (const [dimension, value] of [
      ["key", "k1"],
      ["feedback", "good"],
      ["outcome", "degraded"],
    ] as const)
      assert.deepEqual(await sums(dimension, value), [1, 0.75, 0.001, 1, 0.75, 2], dimension);
    const whole = await storage.groups.total({ accountId, ...WINDOW });
    assert.deepEqual([whole.decisions, whole.billed.decisions, whole.billed.namedUsd], [4, 1, 2]);
    assert.equal(whole.buckets[0]?.billed.usd, 0.75);
    await storage.feedback.withdraw({ accountId, sessionId: first, label: "mini", atMs: T0 });
    assert.deepEqual(await sums("key", "k1"), [0, 0, 0, 0, 0, 0]);
  });

  test("a refusal is a decision without a pick: counted, found, and no part of a mean or of a model's offers", async () => {
    const storage = open();
    const { accountId } = await fill(storage);
    const refusal = { label: "", usd: null, success: 0, createdAtMs: T0, record: { ranking: [] } };
    await addDecision(storage, accountId, refusal);
    const whole = await storage.groups.total({ accountId, ...WINDOW });
    assert.deepEqual([whole.decisions, whole.refused], [5, 1]);
    near(whole.successMean, 0.7);
    const found = await storage.decisions.list({ accountId, refused: true });
    assert.deepEqual(
      found.items.map(({ label }) => label),
      [""],
    );
    assert.equal((await storage.decisions.list({ accountId, refused: false })).items.length, 4);
    const { models } = await storage.overview.read({ accountId, ...WINDOW });
    assert.ok(models.every(({ label }) => label !== ""));
  });

  test("groups of filtered decisions are those that the list of the same filter holds", async () => {
    const storage = open();
    const { accountId, first } = await fill(storage);
    await storage.feedback.put({ accountId, sessionId: first, label: "mini", value: 1, atMs: T0 });
    const filters: readonly Omit<DecisionFilter, "accountId">[] = [
      { feedback: "good" },
      { feedback: "none", keyId: "k1" },
      { feedback: "bad" },
      { feedback: "any", label: "mini" },
      { usdMin: 0.001, usdMax: 0.01 },
      { usdMax: 0.001 },
      { priced: false },
      { keyId: null },
      { preferenceId: null, explored: true },
      { operation: "extract", degraded: true },
      { callRole: "title" },
      { q: "larg" },
    ];
    for (const part of filters)
      for (const dimension of GROUP_DIMENSIONS) {
        const { items } = await storage.decisions.list({ accountId, ...part });
        const read = await storage.groups.readFiltered({ accountId, ...WINDOW, dimension, filter: part });
        const counted = read.groups.reduce((sum, { decisions }) => sum + decisions, 0);
        assert.equal(counted, items.length, `${dimension} ${JSON.stringify(part)}`);
        assert.equal(read.countedFromMs, null);
      }
  });

  test("without a filter rows and sums add up to the same groups", async () => {
    const storage = open();
    const { accountId, first } = await fill(storage);
    const usage = { usd: 0.5, baselineUsd: 2 };
    await storage.feedback.put({ accountId, sessionId: first, label: "mini", value: 0.75, usage, atMs: T0 });
    for (const dimension of GROUP_DIMENSIONS) {
      const { groups } = await storage.groups.readFiltered({
        accountId,
        ...WINDOW,
        dimension,
        filter: {},
      });
      const round = (all: readonly DecisionGroup[]): unknown =>
        JSON.parse(
          JSON.stringify(all, (_name, value) =>
            typeof value === "number" ? Number(value.toFixed(9)) : value,
          ),
        );
      assert.deepEqual(round(groups), round(await storage.groups.read({ accountId, ...WINDOW, dimension })));
    }
  });

  test("savings compare both ways over the very decisions that offered the baseline with both prices known", async () => {
    const storage = open();
    const { accountId } = await fill(storage);
    await addDecision(storage, accountId, { createdAtMs: T0 + 3 * HOUR, record: { ranking: [] } });
    const read = async (labels: readonly string[], bucketHours = 1) =>
      storage.savings.read({ accountId, ...WINDOW, bucketHours, labels });
    const hours = (await read(["large"])).get("large") ?? [];
    assert.deepEqual(
      hours.map(({ startMs, decisions }) => [startMs - T0, decisions]),
      [
        [0, 1],
        [HOUR, 2],
      ],
    );
    near(hours[1]?.usd, 0.02);
    near(hours[1]?.routedUsd, 0.002);
    const days = await read(["large", "mini", "nobody"], 24);
    near(days.get("large")?.[0]?.usd, 0.03);
    near(days.get("mini")?.[0]?.usd, 0.003);
    assert.deepEqual([days.get("nobody"), (await read([])).size], [[], 0]);
  });

  test("old sums go with the others, and younger ones stay", async () => {
    const storage = open();
    const { accountId } = await fill(storage);
    await storage.overview.purge({ accountId, beforeMs: T0 + HOUR });
    const groups = await storage.groups.read({ accountId, ...WINDOW, dimension: "key" });
    assert.deepEqual(
      groups.map(({ value, decisions }) => [value, decisions]),
      [
        ["k1", 2],
        ["", 1],
      ],
    );
  });
}
