// Grouping, savings and reports over time through the public interface, against what the decisions themselves say.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type {
  DecisionSummary,
  Overview,
  OverviewGroups,
  OverviewSavings,
  Page,
  Preference,
  SelectResponse,
} from "@signalbox/contracts";

import { fillAccount, selectWith, type FilledAccount } from "./filled-account.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

const HOUR_MS = 3_600_000;
let service: TestService;
let account: FilledAccount;
let browser: TestBrowser;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "plover");
  browser = account.browser;
  for (let hour = 0; hour < 12; hour += 1) {
    service.clock.ms += HOUR_MS;
    for (const tradeoff of ["cost", "latency"]) await select({ tradeoff });
  }
});
after(() => service.close());

const select = (body: object = {}): Promise<SelectResponse> => selectWith(service, account, body);

async function decisions(): Promise<readonly DecisionSummary[]> {
  return (await browser.get<Page<DecisionSummary>>("/decisions?limit=200")).data;
}

const READERS: Readonly<Record<string, (row: DecisionSummary) => string>> = {
  label: (row) => row.label,
  key: (row) => row.key_id ?? "",
  preference: (row) => row.preference_id ?? "",
  version: (row) => (row.preference_id === null ? "" : `${row.preference_id}@${row.preference_version}`),
  field: (row) => row.field,
  language: (row) => row.language,
  operation: (row) => row.operation,
  degraded: (row) => String(row.degraded),
};

test("a label says which model of the catalogue it names, however a program writes it", async () => {
  await select({ llm_providers: [{ provider: "anthropic", model: "claude-opus-4-1" }] });
  await select({ llm_providers: [{ name: "house model" }] });
  const { groups } = await browser.get<OverviewGroups>("/overview/groups?by=label");
  const modelOf = (label: string) => groups.find(({ value }) => value === label)?.model_id;
  assert.equal(modelOf("anthropic/claude-opus-4-1"), "anthropic/claude-opus-4.1");
  assert.equal(modelOf("house model"), null);
  const byKey = await browser.get<OverviewGroups>("/overview/groups?by=key");
  assert.ok(byKey.groups.every(({ model_id: id }) => id === null));
});

test("groups hold every decision once, with its dollars and its last hour", async () => {
  const rows = await decisions();
  for (const [by, read] of Object.entries(READERS)) {
    const { groups, times } = await browser.get<OverviewGroups>(`/overview/groups?by=${by}`);
    const expected = Map.groupBy(rows, read);
    assert.deepEqual(new Set(groups.map(({ value }) => value)), new Set(expected.keys()), by);
    for (const group of groups) {
      const own = expected.get(group.value) ?? [];
      assert.equal(group.decisions, own.length, `${by} ${group.value}`);
      const usd = own.reduce((sum, row) => sum + (row.usd ?? 0), 0);
      assert.ok(Math.abs(group.usd - usd) < 1e-9);
      assert.ok(Math.abs(group.share - own.length / rows.length) < 1e-9);
      assert.equal(group.last_at.slice(0, 13), own[0]?.created_at.slice(0, 13));
      assert.ok(group.series.every(({ at }) => times.includes(at)));
    }
  }
  const { groups } = await browser.get<OverviewGroups>("/overview/groups?by=operation");
  assert.ok(groups.some(({ value }) => value !== ""));
  assert.equal((await browser.call("GET", "/overview/groups?by=session")).status, 422);
});

test("savings add up from bucket to bucket to the difference over the whole span", async () => {
  for (const query of ["baseline=cheapest", "baseline=best_each", "baseline=fixed&label=openai%2Fgpt-4o"]) {
    // Within a day a bucket is an hour, so that there are enough of them for an interval.
    const from = new Date(service.clock.ms - 20 * HOUR_MS).toISOString();
    const savings = await browser.get<OverviewSavings>(`/overview/savings?${query}&from=${from}`);
    assert.ok(savings.decisions > 0, query);
    assert.ok(Math.abs(savings.saved_usd - (savings.usd - savings.routed_usd)) < 1e-12);
    assert.equal(savings.series.at(-1)?.saved_usd, savings.saved_usd);
    assert.ok((savings.low ?? 1) <= savings.saved_usd && savings.saved_usd <= (savings.high ?? -1), query);
    const counts = savings.series.map((bucket) => bucket.decisions);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
  }
  const cheapest = await browser.get<OverviewSavings>("/overview/savings?baseline=cheapest");
  assert.ok(cheapest.saved_usd <= 1e-12);
  assert.equal((await browser.call("GET", "/overview/savings?baseline=fixed")).status, 422);
  const nobody = await browser.get<OverviewSavings>("/overview/savings?baseline=fixed&label=nobody");
  assert.deepEqual([nobody.decisions, nobody.saved_usd, nobody.low], [0, 0, null]);
});

test("dollars that were reported stand beside those of the model that the caller named, unknown ones counted", async () => {
  const from = new Date(service.clock.ms + HOUR_MS).toISOString();
  service.clock.ms += HOUR_MS;
  const usages = [
    { usd: 0.01, baseline_model: "openai/gpt-4o", baseline_usd: 0.05 },
    { usd: 0.02, baseline_model: "openai/gpt-4o" },
    { output_tokens: 20 },
  ];
  for (const usage of usages) {
    const { session_id } = await select();
    await browser.post("/feedback", { session_id, usage });
  }
  const { reported } = await browser.get<Overview>(`/overview?from=${from}`);
  assert.deepEqual(
    reported.models.map(({ model, reports, priced, compared }) => [model, reports, priced, compared]),
    [
      ["openai/gpt-4o", 2, 2, 1],
      [null, 1, 0, 0],
    ],
  );
  assert.deepEqual([reported.reports, reported.priced, reported.compared], [3, 2, 1]);
  const savings = await browser.get<OverviewSavings>(`/overview/savings?baseline=named&from=${from}`);
  assert.deepEqual([savings.decisions, savings.usd, savings.routed_usd], [1, 0.05, 0.01]);
});

test("the mix before is that of the month before the span, over the calls of the span", async () => {
  const from = new Date(service.clock.ms + HOUR_MS).toISOString();
  const before = await browser.get<OverviewSavings>(
    `/overview/savings?baseline=mix_before&from=${from}&to=${from}`,
  );
  assert.equal(before.decisions, 0);
  const start = new Date(Math.floor((service.clock.ms + 2 * HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();
  service.clock.ms = Date.parse(start);
  const { length } = await decisions();
  for (let count = 0; count < 3; count += 1) await select({ tradeoff: "cost" });
  const savings = await browser.get<OverviewSavings>(`/overview/savings?baseline=mix_before&from=${start}`);
  assert.equal((await decisions()).length, length + 3);
  assert.equal(savings.decisions, 3);
  const own = (await decisions()).slice(0, 3).reduce((sum, row) => sum + (row.usd ?? 0), 0);
  assert.ok(Math.abs(savings.routed_usd - own) < 1e-9);
  const never = await browser.get<OverviewSavings>("/overview/savings?baseline=mix_before");
  assert.equal(never.decisions, 0);
});

test("reports over time stand beside what was predicted, and a change of policy beside both", async () => {
  const made = await browser.post<Preference>("/preferences", { name: "Dated", policy: {} }, 201);
  service.clock.ms += HOUR_MS;
  const policy = { deny: [{ label: "nobody" }] };
  assert.equal(
    (await browser.call("PUT", `/preferences/${made.id}`, { body: { policy, unknown_ok: true } })).status,
    200,
  );
  const { session_id } = await select({ preference_id: made.id });
  await browser.post("/feedback", { session_id, value: 1 });
  const overview = await browser.get<Overview>("/overview");
  const judged = overview.series.filter(({ feedback }) => feedback.count > 0);
  assert.equal(
    judged.reduce((sum, { feedback }) => sum + feedback.count, 0),
    overview.feedback.count,
  );
  assert.ok(judged.every(({ feedback }) => (feedback.reported_low ?? 1) <= (feedback.reported ?? 0)));
  const own = overview.changes.filter((change) => change.preference_id === made.id);
  assert.deepEqual(
    own.map(({ version }) => version),
    [1, 2],
  );
  const { groups } = await browser.get<OverviewGroups>("/overview/groups?by=version");
  const group = groups.find(({ value }) => value.startsWith(made.id));
  assert.deepEqual([group?.value, group?.decisions, group?.feedback.count], [`${made.id}@2`, 1, 1]);
});

test("filters count the same decisions in groups as in the list, reports and costs among them", async () => {
  const rows = await decisions();
  const judged = rows.filter(({ feedback_value: value }) => value !== null);
  assert.ok(judged.length > 0);
  const usd = rows.map((row) => row.usd ?? 0).toSorted((a, b) => a - b)[Math.floor(rows.length / 2)] ?? 0;
  for (const filter of [
    "feedback=good",
    "feedback=none",
    `usd_min=${usd}`,
    `usd_max=${usd}`,
    "key_id=none",
  ]) {
    const list = await browser.get<Page<DecisionSummary>>(`/decisions?limit=200&${filter}`);
    const { groups, counted_from: countedFrom } = await browser.get<OverviewGroups>(
      `/overview/groups?by=operation&${filter}`,
    );
    const counted = groups.reduce((sum, group) => sum + group.decisions, 0);
    assert.equal(counted, list.data.length, filter);
    assert.equal(countedFrom, null);
  }
  assert.equal((await browser.call("GET", "/overview/groups?by=label&feedback=fine")).status, 422);
});
