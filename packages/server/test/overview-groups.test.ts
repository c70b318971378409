// Grouping, savings and reports over time through the public interface, against what the decisions themselves say.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";

import type {
  AuditEntry,
  DecisionDetail,
  DecisionSummary,
  Drift,
  Ledger,
  Overview,
  OverviewGroups,
  Page,
  Preference,
  SelectResponse,
} from "@signalbox/contracts";

import { closeMonths } from "../src/services/overview/close-months.ts";
import { listClosedMonths } from "../src/services/overview/get-ledger.ts";
import { createServiceWatch } from "../src/services/service-health/watch-service.ts";
import { CONVERSATION, fillAccount, selectWith, type FilledAccount } from "./filled-account.ts";
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
  outcome: (row) => (row.label === "" ? "refused" : row.degraded ? "degraded" : "picked"),
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
  // Within a day a bucket is an hour, so that there are enough of them for an interval.
  const from = new Date(service.clock.ms - 20 * HOUR_MS).toISOString();
  const ledger = await browser.get<Ledger>(`/overview/ledger?baseline=openai%2Fgpt-4o&from=${from}`);
  const { compared, rows, singles } = ledger;
  assert.ok(compared !== null && compared.decisions > 0);
  assert.ok(Math.abs(compared.saved_usd - (compared.usd - compared.routed_usd)) < 1e-12);
  assert.ok(Math.abs((rows.at(-1)?.so_far?.saved_usd ?? 0) - compared.saved_usd) < 1e-12);
  assert.ok((compared.low ?? 1) <= compared.saved_usd && compared.saved_usd <= (compared.high ?? -1));
  const sum = (read: (row: Ledger["rows"][number]) => number): number =>
    rows.reduce((total, row) => total + read(row), 0);
  assert.equal(
    sum(({ decisions }) => decisions),
    ledger.decisions,
  );
  assert.ok(Math.abs(sum((row) => row.expected_usd) - ledger.expected_usd) < 1e-9);
  assert.ok(Math.abs(sum((row) => row.compared?.saved_usd ?? 0) - compared.saved_usd) < 1e-9);
  assert.deepEqual(
    singles.map((one) => one.saved_usd),
    singles.map((one) => one.saved_usd).toSorted((a, b) => b - a),
  );
  assert.deepEqual(
    singles.find(({ baseline }) => baseline === "openai/gpt-4o"),
    compared,
  );
  const nobody = await browser.get<Ledger>("/overview/ledger?baseline=nobody");
  assert.deepEqual([nobody.compared?.decisions, nobody.compared?.low], [0, null]);
});

test("an account that names its baseline has its savings measured against it, until a query names another", async () => {
  const before = await browser.get<Ledger>("/overview/ledger");
  assert.deepEqual([before.baseline, before.compared, before.rows[0]?.so_far], [null, null, null]);
  const settings = { baseline: "openai/gpt-4o" };
  assert.equal((await browser.call("PATCH", "/account", { body: { settings } })).status, 200);
  const own = await browser.get<Ledger>("/overview/ledger?by=day");
  assert.deepEqual([own.baseline, own.bucket_s], ["openai/gpt-4o", 86_400]);
  assert.ok(own.rows.every(({ at }) => at.endsWith("T00:00:00.000Z")));
  const other = await browser.get<Ledger>("/overview/ledger?baseline=named");
  assert.equal(other.compared?.baseline, "named");
});

test("bills stand beside the expected dollars of the very same decisions, and beside the model that the caller named", async () => {
  const from = new Date(service.clock.ms + HOUR_MS).toISOString();
  service.clock.ms += HOUR_MS;
  const usages = [
    { usd: 0.01, baseline_model: "openai/gpt-4o", baseline_usd: 0.05 },
    { usd: 0.02, baseline_model: "openai/gpt-4o" },
    { output_tokens: 20 },
  ];
  const expected: number[] = [];
  for (const usage of usages) {
    const { session_id } = await select();
    await browser.post("/feedback", { session_id, usage });
    const { usd } = await browser.get<DecisionDetail>(`/decisions/${session_id}`);
    if ("usd" in usage) expected.push(usd ?? 0);
  }
  const ledger = await browser.get<Ledger>(`/overview/ledger?baseline=named&from=${from}`);
  assert.deepEqual([ledger.billed.decisions, ledger.billed.usd], [2, 0.03]);
  const both = expected.reduce((sum, usd) => sum + usd, 0);
  assert.ok(Math.abs(ledger.billed.expected_usd - both) < 1e-12);
  assert.ok(Math.abs((ledger.factor?.value ?? 0) - 0.03 / both) < 1e-9);
  const { decisions: compared, usd, routed_usd } = ledger.compared ?? {};
  assert.deepEqual([compared, usd, routed_usd], [1, 0.05, 0.01]);
  const { totals } = await browser.get<Overview>(`/overview?from=${from}`);
  assert.deepEqual(totals.billed, ledger.billed);
});

const ask = (preferenceId: string) =>
  service.browser().call("POST", "/model-select", {
    headers: { authorization: `Bearer ${account.key}` },
    body: { ...CONVERSATION, preference_id: preferenceId },
  });

test("a preference that refuses its callers opens an alert, which closes once they are served", async () => {
  const policy = { allow: [{ label: "legal/approved" }] };
  const body = { name: "Legal only", policy, unknown_ok: true };
  const { id } = await browser.post<Preference>("/preferences", body, 201);
  const watch = createServiceWatch(service.context);
  const messages = async (): Promise<readonly string[]> => {
    const { alerts } = await browser.get<Drift>("/health/drift");
    return alerts.filter((one) => one.resolved_at === null).map(({ message }) => message);
  };
  for (let count = 0; count < 9; count += 1) await ask(id);
  await watch();
  assert.ok(!(await messages()).some((message) => message.includes("Legal only")), "nine are a mistake");
  await ask(id);
  await watch();
  const own = (await messages()).filter((message) => message.includes("Legal only"));
  assert.equal(own.length, 1);
  assert.match(own[0] ?? "", /^10 of 10 requests under the preference “Legal only” .* were refused/);
  service.clock.ms += 3 * HOUR_MS;
  await watch();
  assert.ok(!(await messages()).some((message) => message.includes("Legal only")));
});

test("a request that rules refuse is journalled with every reason, counted and found as refused", async () => {
  const policy = { allow: [{ label: "legal/approved" }] };
  const rule = await browser.post<Preference>(
    "/preferences",
    { name: "Strict", policy, unknown_ok: true },
    201,
  );
  const from = new Date(service.clock.ms + HOUR_MS).toISOString();
  service.clock.ms += HOUR_MS;
  assert.equal((await ask(rule.id)).status, 422);
  const { data } = await browser.get<Page<DecisionSummary>>(`/decisions?refused=true&from=${from}`);
  const [refused] = data;
  assert.deepEqual(
    [data.length, refused?.label, refused?.usd, refused?.preference_id],
    [1, "", null, rule.id],
  );
  const detail = await browser.get<DecisionDetail>(`/decisions/${refused?.session_id}`);
  assert.deepEqual(
    detail.explanation.rejected.map(({ label, code }) => [label, code]),
    [
      ["openai/gpt-4o", "preference_rule"],
      ["openai/gpt-4o-mini", "preference_rule"],
    ],
  );
  assert.match(detail.explanation.summary, /^Refused: every one of the 2 candidates/);
  const { totals } = await browser.get<Overview>(`/overview?from=${from}`);
  assert.deepEqual([totals.decisions, totals.refused, totals.success], [1, 1, null]);
  const { groups } = await browser.get<OverviewGroups>(`/overview/groups?by=preference&from=${from}`);
  assert.deepEqual(
    groups.map(({ value, refused: count }) => [value, count]),
    [[rule.id, 1]],
  );
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

test("a closed month keeps its figures and its digest, whatever baseline, bills and prices come later", async () => {
  const day = (month: number, date: number): number => Date.UTC(2026, month, date, 12);
  const signIn = () =>
    browser.post("/auth/sign-in", { email: "plover@example.org", password: "nine patient copper bells" });
  const read = () => browser.get<Ledger>("/overview/ledger?by=day&from=2026-01-01T00:00:00Z");
  const { session_id: id } = await select();
  const bill = async (usd: number): Promise<void> => {
    const answer = await service.browser().call("POST", "/feedback", {
      headers: { authorization: `Bearer ${account.key}` },
      body: { session_id: id, value: "up", usage: { usd } },
    });
    assert.equal(answer.status, 200, answer.text);
  };
  service.clock.ms = day(1, 2);
  await closeMonths(service.context);
  assert.deepEqual(
    await listClosedMonths(service.context.storage, account.accountId),
    [],
    "bills may be late",
  );
  service.clock.ms = day(1, 4) + 1;
  await signIn();
  const days = (await read()).rows.filter(({ decisions }) => decisions > 0);
  await closeMonths(service.context);
  const [closed, ...others] = (await read()).closed;
  assert.ok(closed !== undefined && others.length === 0);
  assert.equal(closed.month, "2026-01");
  assert.equal(closed.sha256, createHash("sha256").update(closed.record).digest("hex"));
  const record = JSON.parse(closed.record) as Pick<Ledger, "baseline"> & { days: Ledger["rows"] };
  assert.equal(record.baseline, "openai/gpt-4o");
  assert.deepEqual(record.days, days);
  await browser.call("PATCH", "/account", { body: { settings: { baseline: "openai/gpt-4o-mini" } } });
  await bill(123);
  await closeMonths({ ...service.context });
  const later = await read();
  assert.notDeepEqual(
    later.rows.filter(({ decisions }) => decisions > 0),
    days,
  );
  assert.deepEqual(later.closed, [closed]);
  const { data } = await browser.get<Page<AuditEntry>>("/audit-log?action=month.close");
  assert.deepEqual(
    data.map(({ target, details }) => [target, details["sha256"]]),
    [["2026-01", closed.sha256]],
  );
  await select();
  service.clock.ms = day(2, 4);
  await closeMonths(service.context);
  const [newest] = await listClosedMonths(service.context.storage, account.accountId);
  assert.deepEqual(JSON.parse(newest?.record ?? "").previous, { month: "2026-01", sha256: closed.sha256 });
});
