// Budgets: what a hard one stops, what an alert of one says, who is mailed, and how an alert is acknowledged and muted.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Alert, AuditEntry, Budget, Budgets, Drift, Page } from "@signalbox/contracts";

import { createBudgetWatch } from "../src/services/budgets/watch-budgets.ts";
import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import { startSmtpSink, type SmtpSink } from "./smtp-sink.ts";
import { startTestService, type TestService } from "./test-service.ts";

const DAY_MS = 86_400_000;

let sink: SmtpSink;
let service: TestService;
let account: FilledAccount;
before(async () => {
  sink = await startSmtpSink();
  service = await startTestService({
    flags: { "smtp-url": sink.url, "mail-verification": "off", "public-url": "https://router.example.org/" },
  });
  account = await fillAccount(service, "heron");
});
after(async () => {
  await service.close();
  await sink.close();
});

const decide = (body: object = {}) => {
  service.clock.ms += 10_000;
  return service.browser().call("POST", "/model-select", {
    headers: { authorization: `Bearer ${account.key}` },
    body: { ...CONVERSATION, ...body },
  });
};

const put = async (body: object): Promise<Budget> =>
  (await account.browser.call("PUT", "/budgets", { body })).body as Budget;
const list = async () => (await account.browser.get<Budgets>("/budgets")).data;
const alerts = async () => (await account.browser.get<Drift>("/health/drift")).alerts;
const watch = () => createBudgetWatch(service.context)();

test("a hard budget of a key stops its decisions with 402 until the next period, and says so", async () => {
  const budget = await put({
    scope: "key",
    subject_id: account.ids["key"],
    period: "day",
    usd_max: 1e-9,
    hard_stop: true,
  });
  assert.ok(budget.spent_usd > 0, "what was decided before counts");
  const stopped = await decide();
  assert.equal(stopped.status, 402, stopped.text);
  assert.match(stopped.text, /budget_spent/);
  assert.match(stopped.text, /this key.*starts again at 2026-01-16T00:00:00/);
  service.clock.ms += DAY_MS;
  assert.equal((await decide()).status, 200);
  assert.equal((await decide()).status, 402);
  await account.browser.call("DELETE", `/budgets/${budget.id}`);
  assert.equal((await decide()).status, 200);
});

test("what this replica decides counts before the sums are read again", async () => {
  const first = await put({ scope: "account", period: "month", usd_max: 1000, hard_stop: true });
  assert.equal((await decide()).status, 200);
  const [before] = await list();
  const { storage, accounts, budgets } = service.context;
  const state = await accounts.get(account.accountId);
  const spender = { lineageId: undefined, preferenceId: undefined, tags: undefined };
  budgets.note(state, spender, 1000);
  assert.throws(() => budgets.assertLeft(state, spender), { code: "budget_spent" });
  assert.ok((before?.spent_usd ?? 0) > 0);
  await storage.budgets.delete({ accountId: account.accountId, id: first.id });
});

test("a soft budget of a preference stops nothing, alerts once, and mails whom the account named", async () => {
  const { preference } = account.ids;
  const settings = { alert_emails: ["heron@example.org"] };
  const stranger = { settings: { alert_emails: ["somebody@elsewhere.example"] } };
  const asked = (body: object) => account.browser.call("PATCH", "/account", { body });
  assert.equal((await asked(stranger)).status, 422, "sign-up is open here: only members are mailed");
  assert.equal((await asked({ settings })).status, 200);
  await put({ scope: "preference", subject_id: preference, period: "month", usd_max: 1e-9 });
  assert.equal((await decide({ preference_id: preference })).status, 200);
  assert.match(await sink.nextMessage(), /You are invited/);
  await watch();
  await watch();
  const mailed = (await sink.nextMessage()).replaceAll("=\r\n", "");
  assert.match(mailed, /Subject: Signalbox alert opened: budget/);
  assert.match(mailed, /https:\/\/router\.example\.org\/health/);
  const open = await alerts();
  assert.deepEqual(
    open.map(({ kind, severity, preference_id: id }) => [kind, severity, id]),
    [["budget", "critical", preference]],
  );
  assert.ok((open[0]?.value ?? 0) >= 1);
  assert.equal((await decide({ preference_id: preference })).status, 200);
});

test("an alert says who acknowledged and muted it and why, and stays silent when it opens again", async () => {
  const [alert] = await alerts();
  assert.ok(alert);
  const path = `/health/alerts/${alert.id}`;
  const body = { acknowledged: true, muted_s: 3600, note: "a load test" };
  const handled = (await account.browser.call("PATCH", path, { body })).body as Alert;
  assert.deepEqual([handled.handled_by, handled.note], ["heron@example.org", "a load test"]);
  assert.ok(handled.acknowledged_at !== null && handled.muted_until !== null);
  const log = await account.browser.get<Page<AuditEntry>>("/audit-log?action=alert.mute");
  assert.equal(log.data[0]?.details["reason"], "a load test");

  const [budget] = await list();
  assert.ok(budget);
  await account.browser.call("DELETE", `/budgets/${budget.id}`);
  assert.ok((await alerts()).every(({ resolved_at: at }) => at !== null));
  await put({ scope: "preference", subject_id: account.ids["preference"], period: "month", usd_max: 1e-9 });
  await watch();
  assert.equal((await alerts()).filter(({ resolved_at: at }) => at === null).length, 1);
});

test("a budget is of something that the account has, and owners alone set it", async () => {
  const wrong = [
    [{ scope: "key", subject_id: "nobody" }, 404],
    [{ scope: "key" }, 422],
    [{ scope: "account", subject_id: account.ids["key"] }, 422],
  ] as const;
  for (const [body, status] of wrong) {
    const sent = { ...body, period: "day", usd_max: 1 };
    assert.equal((await account.browser.call("PUT", "/budgets", { body: sent })).status, status);
  }
  const asKey = await service.browser().call("PUT", "/budgets", {
    headers: { authorization: `Bearer ${account.key}` },
    body: { scope: "account", period: "day", usd_max: 1 },
  });
  assert.equal(asKey.status, 403);
});
