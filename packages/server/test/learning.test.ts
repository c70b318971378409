// The effect of feedback on later decisions, over the real application, a real database and the real worker thread.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import type { Drift, Evidence, Scope } from "@signalbox/contracts";

import { createFitThread, type FitThread } from "../src/learner/online/fit-thread.ts";
import {
  createOnlineLearner,
  watchReports,
  type OnlineLearner,
} from "../src/learner/online/online-learner.ts";
import { eraseEvidence } from "../src/services/feedback/evidence.ts";
import { forgetMarked } from "../src/services/privacy/erase-decisions.ts";
import { createKey } from "../src/services/keys/keys.ts";
import { purgeOldData } from "../src/services/decisions/purge-old-data.ts";
import { callRaw, EXAMPLE, select, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

/** A request of the kind that is judged: what is learned reaches requests like the judged ones alone. */
const ASKED = [{ role: "user", content: "Question 99: what is 99 times 102, and why?" }];
const BODY = { ...EXAMPLE, messages: ASKED, include: ["explanation"] };

let service: TestService;
let thread: FitThread;
let learner: OnlineLearner;

beforeEach(async () => {
  service = await startTestService();
  thread = createFitThread();
  const { storage, clock } = service.context;
  learner = createOnlineLearner({
    storage,
    clock,
    thread,
    window: () => ({
      rowsMax: 1000,
      perKeyDayMax: 1_000,
      artefactVersion: service.context.engine.artefactVersion,
    }),
    onFitted: (accountId, bounded) => watchReports(service.context, accountId, bounded),
  });
});
afterEach(async () => {
  await thread.close();
  await service.close();
});

interface Estimate {
  readonly success: number;
  readonly shipped: number;
  readonly origin: string;
}

async function estimateOf(label: string): Promise<Estimate> {
  const { explanation } = await selected(service, BODY);
  const candidate = explanation?.ranking.find((ranked) => ranked.label === label);
  assert.ok(candidate !== undefined);
  return { success: candidate.success, shipped: candidate.shipped_success, origin: candidate.ability_origin };
}

async function report(sessionId: string, body: Record<string, unknown>, key?: string): Promise<void> {
  const payload = JSON.stringify({ session_id: sessionId, ...body });
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await callRaw(service, { url: "/api/v1/feedback", payload, headers });
  assert.ok(answer.status >= 200 && answer.status < 300, answer.text);
}

async function judge(count: number, label: string, value: number, key?: string): Promise<string[]> {
  const sessions: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const content = `Question ${index}: what is ${index} times ${index + 3}, and why?`;
    const { session_id: sessionId } = await selected(service, {
      ...EXAMPLE,
      messages: [{ role: "user", content }],
    });
    await report(sessionId, { label, value }, key);
    sessions.push(sessionId);
    service.clock.ms += 60_000;
  }
  return sessions;
}

async function newKey(name: string, scopes: readonly Scope[] = ["select", "feedback"]): Promise<string> {
  const principal = { kind: "local", accountId: await accountId() } as const;
  return (await createKey(service.context, { principal, address: undefined }, { name, scopes: [...scopes] }))
    .key;
}

const forget = () => forgetMarked(service.context, async (id) => void (await learner.forget(id)));

test("reports are listed under the key that sent them, and erased with what they taught while their decisions stay", async () => {
  await judge(6, "openai/gpt-4o-mini", 1);
  await learner.round();
  const before = await estimateOf("openai/o3");
  const sessions = await judge(30, "openai/o3", 0, await newKey("Grader"));
  await learner.round();
  assert.ok((await estimateOf("openai/o3")).success < before.success - 0.02);
  const authorization = `Bearer ${await newKey("Keeper", ["preferences", "privacy", "read"])}`;
  const call = async (method: "GET" | "DELETE", path: string) => {
    const answer = await callRaw(service, { method, url: `/api/v1/${path}`, headers: { authorization } });
    return { status: answer.status, json: answer.json };
  };
  const list = async () => ((await call("GET", "feedback")).json as { data: readonly Evidence[] }).data;
  const [newest, oldest] = await list();
  assert.deepEqual([newest?.kind, newest?.name, newest?.rows, newest?.models], ["reports", "Grader", 30, 1]);
  assert.deepEqual([oldest?.kind, oldest?.rows, newest?.kept_days], ["reports", 6, oldest?.kept_days]);
  assert.ok((newest?.first_at ?? "") < (newest?.last_at ?? ""));

  const one = `feedback/${newest?.id}`;
  assert.equal((await callRaw(service, { method: "DELETE", url: `/api/v1/${one}` })).status, 403);
  assert.deepEqual(await call("DELETE", one), { status: 200, json: { erased: 30, remaining: 0 } });
  assert.equal((await call("DELETE", one)).status, 404);
  await forget();
  assert.deepEqual(
    (await list()).map(({ rows }) => rows),
    [6],
  );
  const after = await estimateOf("openai/o3");
  assert.ok(Math.abs(after.success - before.success) < 1e-3, `${after.success} after ${before.success}`);
  assert.equal((await call("GET", `decisions/${sessions[0]}`)).status, 200);
});

test("a key that no other confirms is named in an alert by what the fit holds back, until its reports are erased", async () => {
  await judge(24, "openai/gpt-4o-mini", 1);
  const sessions = await judge(40, "openai/o3", 0, await newKey("Strict"));
  await learner.round();
  const openAlerts = async () => {
    const authorization = `Bearer ${await newKey("Watch", ["read"])}`;
    const answer = await callRaw(service, {
      method: "GET",
      url: "/api/v1/health/drift",
      headers: { authorization },
    });
    return (answer.json as Drift).alerts.filter((alert) => alert.resolved_at === null);
  };
  const priors: number[] = [];
  for (const sessionId of sessions) {
    const row = await service.context.storage.decisions.find({ accountId: await accountId(), sessionId });
    priors.push(row?.record.ranking.find(({ label }) => label === "openai/o3")?.shippedSuccess ?? Number.NaN);
  }
  const [alert, ...others] = await openAlerts();
  assert.equal(others.length, 0);
  const points = Math.round((100 * priors.reduce((sum, prior) => sum + prior, 0)) / priors.length);
  assert.equal(
    alert?.message,
    `No other key confirms what \u201cStrict\u201d reports on openai/o3: by its 40 reports the model succeeds ${points} points ` +
      "less often than estimated. The key moves the model by ten points at most until another confirms it. " +
      "If it is mistaken, revoke it and erase its reports: Learning, Evidence.",
  );
  const after = await estimateOf("openai/o3");
  assert.ok(after.shipped - after.success <= 0.101, `${after.shipped} to ${after.success}`);
  const principal = { kind: "local", accountId: await accountId() } as const;
  await eraseEvidence(service.context, { principal, address: undefined }, alert.key_id ?? "");
  await forget();
  assert.deepEqual(await openAlerts(), []);
});

test("forty bad reports on a model lower its estimate, name it the account's own, and still show the shipped estimate", async () => {
  const before = await estimateOf("openai/o3");
  assert.equal(before.success, before.shipped);
  await judge(40, "openai/o3", 0);
  assert.equal(await learner.round(), 1);
  const after = await estimateOf("openai/o3");
  assert.ok(after.success < 0.75 * before.success, `${after.success} after ${before.success}`);
  assert.equal(after.shipped, before.shipped);
  assert.equal(after.origin, "own");
});

test("a key that floods leaves in force what another key reported, moves the model by ten points at most, and leaves no trace once erased", async () => {
  await judge(12, "openai/gpt-4o-mini", 1);
  for (const value of [1, 1, 0, 1]) await judge(9, "openai/o3", value);
  const atMs = service.clock.ms;
  await learner.round();
  const before = await estimateOf("openai/o3");
  assert.ok(before.success < before.shipped - 0.05, `${before.success}`);
  await judge(60, "openai/o3", 0, await newKey("Flood"));
  await learner.round();
  const { success } = await estimateOf("openai/o3");
  assert.ok(success < before.success && success > before.success - 0.15, `${before.success} to ${success}`);
  const account = await accountId();
  const { items } = await service.context.storage.alerts.list({
    accountId: account,
    openOnly: true,
    limit: 9,
  });
  assert.match(JSON.stringify(items), /No other key confirms what \u201cFlood\u201d reports on openai\/o3/);
  const principal = { kind: "local", accountId: account } as const;
  const { key_id: flood } = items[0]!.details as { key_id: string };
  await eraseEvidence(service.context, { principal, address: undefined }, flood);
  await forget();
  service.clock.ms = atMs;
  await learner.update(account);
  const after = await estimateOf("openai/o3");
  assert.ok(Math.abs(after.success - before.success) < 1e-12, `${after.success} after ${before.success}`);
});

test("a key that contradicts two others is named in an alert, and none of its reports counts", async () => {
  await judge(6, "openai/gpt-4o-mini", 1);
  await judge(24, "openai/o3", 1, await newKey("One"));
  await judge(24, "openai/o3", 1, await newKey("Two"));
  await learner.round();
  const before = await estimateOf("openai/o3");
  await judge(40, "openai/o3", 0, await newKey("Flood"));
  await learner.round();
  const after = await estimateOf("openai/o3");
  assert.ok(Math.abs(after.success - before.success) < 1e-3, `${after.success} after ${before.success}`);
  const { items } = await service.context.storage.alerts.list({
    accountId: await accountId(),
    openOnly: true,
    limit: 9,
  });
  assert.match(
    JSON.stringify(items),
    /What \u201cFlood\u201d reports on openai\/o3 contradicts the other keys: by its 40 reports/,
  );
});

test("the same feedback again changes nothing, and no second snapshot is written", async () => {
  const [session] = await judge(20, "openai/o3", 0);
  assert.equal(await learner.round(), 1);
  await report(session ?? "", { label: "openai/o3", value: 0 });
  assert.equal(await learner.update(await accountId()), false);
});

/** The account that gave feedback in this test. */
async function accountId(): Promise<string> {
  const [account] = await service.context.storage.feedback.listChangedAccounts({ sinceMs: 0 });
  return account ?? "";
}

test("withdrawn reports lose their influence entirely", async () => {
  const before = await estimateOf("openai/o3");
  const sessions = await judge(12, "openai/o3", 0);
  await learner.round();
  assert.ok((await estimateOf("openai/o3")).success < before.success);
  for (const session of sessions) await report(session, { label: "openai/o3", withdraw: true });
  await learner.round();
  assert.equal((await estimateOf("openai/o3")).success, before.success);
});

test("decisions that retention deleted lose their influence immediately, without any new feedback", async () => {
  const before = await estimateOf("openai/o3");
  await judge(20, "openai/o3", 0);
  await learner.round();
  const id = await accountId();
  assert.ok((await estimateOf("openai/o3")).success < before.success);
  const { storage } = service.context;
  const account = await storage.accounts.find(id);
  await storage.accounts.update({ accountId: id, settings: { ...account?.settings, retention_days: 1 } });
  service.clock.ms += 2 * 86_400_000;
  await purgeOldData(service.context, async (purged) => {
    await learner.forget(purged);
  });
  assert.equal((await estimateOf("openai/o3")).success, before.success);
});

test("an account that switched learning off decides as shipped, whatever was learned before", async () => {
  await judge(20, "openai/o3", 0);
  await learner.round();
  const id = await accountId();
  const { storage } = service.context;
  const account = await storage.accounts.find(id);
  await storage.accounts.update({
    accountId: id,
    settings: { ...account?.settings, learning_enabled: false },
  });
  const estimate = await estimateOf("openai/o3");
  assert.equal(estimate.success, estimate.shipped);
});

test("feedback on a session that does not exist is a 404 and teaches nothing", async () => {
  const payload = JSON.stringify({ session_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", value: 1 });
  assert.equal((await callRaw(service, { url: "/api/v1/feedback", payload })).status, 404);
  assert.equal(await learner.round(), 0);
  assert.equal((await select(service, EXAMPLE)).status, 200);
});
