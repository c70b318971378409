// An account that holds one of everything, made over HTTP where there is an address for it. Its texts carry a marker, so
// that a leak can be seen wherever it comes out.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import type {
  ApiKeyWithSecret,
  BrowserSession,
  InvitedMember,
  Me,
  Page,
  Preference,
  SelectResponse,
} from "@signalbox/contracts";

import { countExperiment } from "../src/services/experiments/count-experiment.ts";
import type { TestBrowser } from "./test-browser.ts";
import type { TestService } from "./test-service.ts";

export interface FilledAccount {
  readonly browser: TestBrowser;
  readonly key: string;
  /** Everything that another account might name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Texts that must never come out elsewhere. */
  readonly markers: readonly string[];
  readonly accountId: string;
}

const PASSWORD = "nine patient copper bells";

export const CONVERSATION = {
  messages: [{ role: "user", content: "hello there" }],
  llm_providers: [
    { provider: "openai", model: "gpt-4o" },
    { provider: "openai", model: "gpt-4o-mini" },
  ],
};

async function addJobs(
  service: TestService,
  accountId: string,
  name: string,
): Promise<Record<string, string>> {
  const { customRouters, experiments, replayJobs } = service.context.storage;
  const createdAtMs = service.clock.nowMs();
  const router = { id: randomUUID(), accountId, params: {}, createdAtMs, name, upload: { name } };
  const asWritten = { preference_id: null, name: null, version: null };
  const asked = { a: {}, b: {}, filter: {}, fromMs: null, toMs: null, decisionsMax: 10 };
  const params = { ...asked, by: name, compared: { a: asWritten, b: asWritten } };
  const replay = { id: randomUUID(), accountId, params, createdAtMs };
  await customRouters.create({ ...router, blob: new Uint8Array([1]) } as Parameters<
    typeof customRouters.create
  >[0]);
  await replayJobs.create(replay);
  const run = { accountId, preferenceId: "house", challengerId: "frugal", share: 0.5 };
  const ended = { ...run, id: randomUUID(), startedAtMs: createdAtMs, endedAtMs: createdAtMs };
  const names = { preferenceName: `house ${name}`, challengerName: `frugal ${name}`, endedBy: name };
  const counted = await countExperiment(service.context, ended);
  await experiments.create({ ...ended, ...names, report: { ...counted } });
  // Ended immediately, so that no worker takes them up and nothing of the account changes by itself.
  await customRouters.cancel({ accountId, id: router.id, nowMs: createdAtMs });
  await replayJobs.cancel({ accountId, id: replay.id, nowMs: createdAtMs });
  return { router: router.id, replay: replay.id, experiment: ended.id };
}

async function decide(browser: TestBrowser, key: string, label: string): Promise<string> {
  const answer = await browser.call("POST", "/model-select", {
    headers: { authorization: `Bearer ${key}` },
    body: {
      ...CONVERSATION,
      llm_providers: [...CONVERSATION.llm_providers, { name: label, model: "house-model" }],
    },
  });
  return (answer.body as SelectResponse).session_id;
}

/** @param name appears in every text of the account */
export async function fillAccount(service: TestService, name: string): Promise<FilledAccount> {
  const browser = service.browser(`198.51.100.${(name.length * 7) % 250}`);
  const email = `${name}@example.org`;
  const me = await browser.post<Me>("/auth/sign-up", {
    email,
    password: PASSWORD,
    organisation: `org ${name}`,
  });
  const accountId = me.account.id;
  const created = await browser.post<ApiKeyWithSecret>("/keys", { name: `key ${name}` }, 201);
  const policy = { deny: [{ label: `${name}/*` }] };
  const preference = await browser.post<Preference>(
    "/preferences",
    { name: `preference ${name}`, policy, unknown_ok: true },
    201,
  );
  const invited = await browser.post<InvitedMember>(
    "/members",
    { email: `guest-${name}@example.org`, role: "member" },
    201,
  );
  const session = await decide(browser, created.key, `${name}/house-model`);
  await browser.post("/feedback", { session_id: session, value: 1 });
  await browser.call("PUT", `/models/overrides/${name}%2Fhouse-model`, { body: { name: `model ${name}` } });
  const sessions = await browser.get<Page<BrowserSession>>("/auth/sessions");
  const ids = {
    account: accountId,
    user: me.user.id,
    key: created.id,
    preference: preference.id,
    invite: invited.member.id,
    session,
    browserSession: sessions.data[0]?.id ?? "",
    ...(await addJobs(service, accountId, name)),
  };
  return { browser, key: created.key, ids, accountId, markers: [name, ...Object.values(ids)] };
}

/** A recommendation for the account's key, a second after the one before. */
export async function selectWith(
  service: TestService,
  account: FilledAccount,
  body: object = {},
): Promise<SelectResponse> {
  service.clock.ms += 1000;
  const answer = await service.browser().call("POST", "/model-select", {
    headers: { authorization: `Bearer ${account.key}` },
    body: { ...CONVERSATION, ...body },
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as SelectResponse;
}
