import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import type {
  Account,
  DraftResult,
  DryRunResult,
  Page,
  Preference,
  PreferenceVersion,
  SelectResponse,
} from "@signalbox/contracts";

import { CONVERSATION, fillAccount, selectWith, type FilledAccount } from "./filled-account.ts";
import type { TestBrowser } from "./test-browser.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
let browser: TestBrowser;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "plover");
  browser = account.browser;
});
after(() => service.close());

const denyMini = { deny: [{ model: "gpt-4o-mini" }] };
const denyLarge = { deny: [{ label: "openai/gpt-4o" }] };

async function put<T>(path: string, body: unknown, status = 200): Promise<T> {
  const answer = await browser.call("PUT", path, { body });
  assert.equal(answer.status, status, answer.text);
  return answer.body as T;
}

const select = (body: object = {}): Promise<SelectResponse> => selectWith(service, account, body);

test("a member's draft waits on the server, is theirs alone, decides nothing, and goes when it is discarded", async () => {
  const { id } = await browser.post<Preference>("/preferences", { name: "drafted", policy: denyMini }, 201);
  const path = `/preferences/${id}/draft`;
  assert.deepEqual(await browser.get<DraftResult>(path), { draft: null });
  const everyone = { deny: [{ provider: "openai" }, { provider: "anthropic" }] };
  await put<DraftResult>(path, { name: "n".repeat(200), policy: denyLarge, base_version: 1 });
  await put<DraftResult>(path, { name: "שלום", policy: everyone, base_version: 1 });
  const { draft } = await browser.get<DraftResult>(path);
  assert.deepEqual([draft?.name, draft?.policy, draft?.base.policy], ["שלום", everyone, denyMini]);
  assert.equal((await browser.get<Preference>(`/preferences/${id}`)).version, 1);
  const other = (await fillAccount(service, "lapwing")).browser;
  assert.equal((await other.call("GET", path)).status, 404);
  assert.equal((await other.call("DELETE", path)).status, 404);
  assert.notEqual((await browser.get<DraftResult>(path)).draft, null);
  assert.equal((await browser.call("DELETE", path)).status, 200);
  assert.deepEqual(await browser.get<DraftResult>(path), { draft: null });
});

test("a draft that cannot be a policy, is too large or of a version that never was is refused, and one of a deleted preference is gone", async () => {
  const { id } = await browser.post<Preference>("/preferences", { name: "refused", policy: {} }, 201);
  const path = `/preferences/${id}/draft`;
  for (const body of [
    { name: "", policy: {}, base_version: 1 },
    { name: "n".repeat(201), policy: {}, base_version: 1 },
    { name: "a", policy: { minimum_success: 3 }, base_version: 1 },
    { name: "a", policy: { deny: [{ vendor: "x" }] }, base_version: 1 },
    { name: "a", policy: {}, base_version: 2 },
    {
      name: "a",
      policy: { deny: Array.from({ length: 60 }, () => ({ label: "x".repeat(5_000) })) },
      base_version: 1,
    },
  ])
    assert.ok(
      [413, 422].includes((await browser.call("PUT", path, { body })).status),
      JSON.stringify(body).slice(0, 80),
    );
  await put<DraftResult>(path, { name: "a", policy: {}, base_version: 1 });
  assert.equal((await browser.call("DELETE", `/preferences/${id}`)).status, 200);
  assert.equal((await browser.call("GET", path)).status, 404);
  assert.equal(
    (await browser.call("PUT", path, { body: { name: "a", policy: {}, base_version: 1 } })).status,
    404,
  );
});

test("every change is a new version, old ones stay as they were, and a rollback is a new version too", async () => {
  const { id } = await browser.post<Preference>("/preferences", { name: "house", policy: denyMini }, 201);
  const second = await put<Preference>(`/preferences/${id}`, { policy: denyLarge });
  assert.equal(second.version, 2);
  assert.equal(second.name, "house");
  const third = await put<Preference>(`/preferences/${id}`, { restore: 1 });
  assert.deepEqual([third.version, third.policy], [3, denyMini]);
  const { data } = await browser.get<Page<PreferenceVersion>>(`/preferences/${id}/versions`);
  assert.deepEqual(
    data.map(({ version, policy, restored_from, is_current }) => ({
      version,
      policy,
      restored_from,
      is_current,
    })),
    [
      { version: 3, policy: denyMini, restored_from: 1, is_current: true },
      { version: 2, policy: denyLarge, restored_from: null, is_current: false },
      { version: 1, policy: denyMini, restored_from: null, is_current: false },
    ],
  );
  assert.equal(data[0]?.created_by, "plover@example.org");
});

test("two tabs cannot overwrite each other unseen", async () => {
  const { id } = await browser.post<Preference>("/preferences", { name: "shared" }, 201);
  await put(`/preferences/${id}`, { policy: denyMini, expected_version: 1 });
  await put(`/preferences/${id}`, { policy: denyLarge, expected_version: 1 }, 409);
  assert.deepEqual((await browser.get<Preference>(`/preferences/${id}`)).policy, denyMini);
});

test("a changed preference decides the very next call, and the account's default needs no naming", async () => {
  const { id } = await browser.post<Preference>("/preferences", { policy: denyMini }, 201);
  assert.equal((await select({ preference_id: id })).llm_label, "openai/gpt-4o");
  await put(`/preferences/${id}`, { policy: denyLarge });
  assert.equal((await select({ preference_id: id })).llm_label, "openai/gpt-4o-mini");
  const patch = { settings: { default_preference_id: id } };
  assert.equal((await browser.call("PATCH", "/account", { body: patch })).status, 200);
  assert.equal((await select({})).llm_label, "openai/gpt-4o-mini");
  assert.equal((await browser.call("DELETE", `/preferences/${id}`)).status, 200);
  assert.equal((await browser.get<Account>("/account")).settings.default_preference_id, null);
  assert.equal((await browser.call("GET", `/preferences/${id}`)).status, 404);
  await select({});
});

test("rules that say nothing or cannot hold are refused, all together, each with its place", async () => {
  const policy = {
    allow: [{}],
    deny: [
      { attribute: { name: "region", op: "lt", value: "eu" } },
      { attribute: { name: "tier", op: "in", value: "a" } },
    ],
    shadow_preference_id: "11111111-2222-4333-8444-555555555555",
  };
  const answer = await browser.call("POST", "/preferences", { body: { name: "odd", policy } });
  assert.equal(answer.status, 422);
  const { errors } = answer.body as { errors: { location: string }[] };
  assert.deepEqual(
    errors.map((error) => error.location),
    [
      "body.policy.allow[0]",
      "body.policy.deny[0].attribute.value",
      "body.policy.deny[1].attribute.value",
      "body.policy.shadow_preference_id",
    ],
  );
});

test("a dry run on conversations tells picks and dollars of both policies and stores nothing", async () => {
  const { id } = await browser.post<Preference>("/preferences", { policy: denyLarge }, 201);
  const before = await browser.get<Page<unknown>>("/decisions?limit=200");
  const result = await browser.post<DryRunResult>(`/preferences/${id}/dry-run`, {
    policy: denyMini,
    conversations: [CONVERSATION, { ...CONVERSATION, llm_providers: [{ model: "openai/gpt-4o" }] }],
  });
  assert.deepEqual([result.total, result.changed, result.current_version], [2, 2, 1]);
  // The current policy forbids the only candidate of the second.
  assert.equal(result.current.unserved, 1);
  const [first] = result.items;
  assert.deepEqual([first?.current.label, first?.proposed.label], ["openai/gpt-4o-mini", "openai/gpt-4o"]);
  assert.ok(result.proposed.usd > result.current.usd);
  const after = await browser.get<Page<unknown>>("/decisions?limit=200");
  assert.equal(after.data.length, before.data.length);
  assert.equal((await browser.get<Preference>(`/preferences/${id}`)).version, 1);
});

test("a dry run on journalled decisions needs no text and gives their own numbers", async () => {
  const { id } = await browser.post<Preference>("/preferences", { policy: {} }, 201);
  const made = await select({ tradeoff: "cost" });
  // A dry run tells the policy's own pick: nothing is explored, however much the policy allows.
  const body = { policy: { deny: [{ label: made.llm_label }], exploration_rate: 0.2 }, last_decisions: 1 };
  const result = await browser.post<DryRunResult>(`/preferences/${id}/dry-run`, body);
  const detail = await browser.get<{ usd: number; success: number }>(`/decisions/${made.session_id}`);
  const [item] = result.items;
  assert.equal(item?.session_id, made.session_id);
  assert.equal(item.current.label, made.llm_label);
  assert.ok(Math.abs((item.current.usd ?? 0) - detail.usd) < 1e-12);
  assert.ok(Math.abs((item.current.success ?? 0) - detail.success) < 1e-6);
  assert.notEqual(item.proposed.label, made.llm_label);
  assert.equal(result.skipped, 0);
});

test("a strict policy that serves nobody is counted, not failed", async () => {
  const { id } = await browser.post<Preference>("/preferences", { policy: {} }, 201);
  const policy = { fallback: "strict", deny: [{ label: "*" }] };
  const result = await browser.post<DryRunResult>(`/preferences/${id}/dry-run`, {
    policy,
    conversations: [CONVERSATION],
  });
  assert.equal(result.proposed.unserved, 1);
  assert.equal(result.items[0]?.proposed.label, null);
});

test("a dry run names the conversation that cannot be read", async () => {
  const { id } = await browser.post<Preference>("/preferences", {}, 201);
  const twice = [{ model: "openai/gpt-4o" }, { model: "openai/gpt-4o" }];
  const answer = await browser.call("POST", `/preferences/${id}/dry-run`, {
    body: { conversations: [CONVERSATION, { ...CONVERSATION, llm_providers: twice }] },
  });
  assert.equal(answer.status, 422);
  assert.match(answer.text, /body\.conversations\.1/);
  assert.equal((await browser.call("POST", `/preferences/${id}/dry-run`, { body: {} })).status, 422);
});

test("existing clients create, rename and delete preferences, with no body at all", async () => {
  const headers = { authorization: `Bearer ${account.key}` };
  const caller = service.browser();
  const created = await caller.call("POST", "/v2/preferences/userPreferenceCreate", { headers });
  assert.equal(created.status, 200, created.text);
  const { preference_id: id } = created.body as { preference_id: string };
  const body = { preference_id: id, name: "renamed" };
  assert.equal(
    (await caller.call("PUT", "/v2/preferences/userPreferenceUpdate", { headers, body })).status,
    200,
  );
  assert.equal((await browser.get<Preference>(`/preferences/${id}`)).name, "renamed");
  const gone = await caller.call("DELETE", `/v2/preferences/userPreferenceDelete/${id}`, { headers });
  assert.equal(gone.status, 200);
  assert.equal((await browser.call("GET", `/preferences/${id}`)).status, 404);
});

test("a misspelt member is refused by name, so that no ceiling is lost in silence", async () => {
  const policy = { price_ceiling: 0.001, fallback: "strict" };
  const answer = await browser.call("POST", "/preferences", { body: { name: "typo", policy } });
  assert.equal(answer.status, 422, answer.text);
  assert.match(answer.text, /body\.policy\.price_ceiling.*price_ceiling_usd/s);
});

async function refused(path: string, body: unknown): Promise<string> {
  const answer = await browser.call("POST", path, { body });
  assert.equal(answer.status, 422, answer.text);
  return answer.text;
}

test("a rule, a member or a query with a name that does not exist is refused with those that do", async () => {
  assert.match(
    await refused("/preferences", { policy: { deny: [{ vendor: "deepseek" }] } }),
    /label, provider/,
  );
  assert.match(await refused("/preferences", { polcy: denyMini }), /Did you mean `policy`/);
  const rule = { field: "coding", prefer: { label: "a" }, bonus: 0.1 };
  assert.match(await refused("/preferences", { policy: { field_rules: [rule] } }), /mathematics, science/);
  const listed = await browser.call("GET", "/preferences?limt=5");
  assert.equal(listed.status, 422);
  assert.match(listed.text, /Did you mean `limit`/);
});

test("where a ban leaves nobody the answer is a 422, and the least bad of wishes says so in its body", async () => {
  const deny = { deny: [{ provider: "openai" }], fallback: "least_bad" };
  const ban = await browser.post<Preference>("/preferences", { policy: deny }, 201);
  const { status, text } = await service.browser().call("POST", "/model-select", {
    headers: { authorization: `Bearer ${account.key}` },
    body: { ...CONVERSATION, preference_id: ban.id },
  });
  assert.equal(status, 422);
  assert.match(text, /no_eligible_candidate.*denied: provider openai/);
  const wish = await browser.post<Preference>("/preferences", { policy: { minimum_success: 1 } }, 201);
  assert.equal((await select({ preference_id: wish.id })).degraded, true);
  assert.equal("degraded" in (await select()), false);
});

test("a ban that matches nothing is refused with what was meant, unless it is wanted so or stands already", async () => {
  const policy = { deny: [{ provider: "deepsek" }, { label: "*" }] };
  const refused = await browser.call("POST", "/preferences", { body: { policy } });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /body\.policy\.deny\[0\]\.provider.*Did you mean `deepseek`.*unknown_ok/);
  const kept = await browser.post<Preference>("/preferences", { policy, unknown_ok: true }, 201);
  const next = { ...policy, reject_deprecated: true };
  assert.equal((await put<Preference>(`/preferences/${kept.id}`, { policy: next })).version, 2);
  await put(`/preferences/${kept.id}`, { policy: { deny: [{ model: "no-such-thing-*" }] } }, 422);
  const vendors = { name: "vendor", op: "in", value: ["openai", "antropic"] };
  const rules = await browser.call("POST", "/preferences", {
    body: { policy: { allow: [{ attribute: vendors }] } },
  });
  assert.match(rules.text, /Did you mean `anthropic`/);
});

test("labels and providers of the account's own decisions are known", async () => {
  const own = [{ name: "house-model", provider: "our-rack", model: "tuned-7" }, { model: "openai/gpt-4o" }];
  await select({ llm_providers: own });
  const policy = { deny: [{ label: "house-*" }, { provider: "our-rack" }, { model: "tuned-7" }] };
  const made = await browser.call("POST", "/preferences", { body: { policy } });
  assert.equal(made.status, 201, made.text);
});

test("the error for a rule whose attribute is a text shows what one looks like", async () => {
  const policy = { deny: [{ attribute: "vendor" }] };
  const refused = await browser.call("POST", "/preferences", { body: { policy } });
  assert.match(refused.text, /deny\[0\]\.attribute.*"op\\?"/);
});

const page = readFileSync(join(import.meta.dirname, "../../../docs/preferences.md"), "utf8");
const recipes = [...page.matchAll(/```json\n([^`]+)```/g)].map(
  ([, json]) => JSON.parse(json ?? "") as object,
);
const [LARGE, MINI, CLAUDE, DEEPSEEK, LLAMA] = [
  "openai/gpt-4o",
  "openai/gpt-4o-mini",
  "anthropic/claude-sonnet-4-5",
  "deepseek/deepseek-chat",
  "together/llama-3.1-8b-instruct",
] as const;
const ALL = [LARGE, MINI, CLAUDE, DEEPSEEK, LLAMA];
const llm_providers = ALL.map((label) => {
  const [provider, model] = label.split("/");
  return { provider, model, ...(label === LARGE && { attributes: { region: "eu" } }) };
});

/** The candidates that each recipe leaves of all, in the order of the page. */
const LEFT: readonly (readonly string[])[] = [
  ALL,
  [LARGE, MINI, CLAUDE, LLAMA],
  ALL,
  [LARGE, MINI, CLAUDE, LLAMA],
  [LARGE, MINI, CLAUDE],
  [LLAMA],
  [LARGE],
  [LARGE, MINI, CLAUDE, LLAMA],
  ALL,
  ALL,
  // All others have an announced end.
  [LLAMA],
];

test("each recipe of the page decides, and leaves whom the page says", async () => {
  const tags = { region: "eu" };
  const left: string[][] = [];
  for (const policy of recipes) {
    const { id } = await browser.post<Preference>("/preferences", { policy }, 201);
    const answer = await select({ llm_providers, preference_id: id, tags, include: ["explanation"] });
    left.push((answer.explanation?.ranking ?? []).map(({ label }) => label));
  }
  assert.deepEqual(
    left.map((labels) => labels.toSorted()),
    LEFT.map((labels) => labels.toSorted()),
  );
});
