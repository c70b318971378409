// A stored policy that a hand or a fault has broken: nothing is decided under it, nothing crashes, and it can be replaced.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Preference, PreferencePolicy } from "@signalbox/contracts";

import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { assertProblem, callRaw, EXAMPLE } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "turnstone");
});
after(() => service.close());

const BROKEN: readonly unknown[] = [
  "deepseek",
  null,
  [],
  7,
  { deny: "deepseek" },
  { deny: ["deepseek"] },
  { allow: { provider: "openai" } },
  { field_rules: [null] },
  { objective: "cost" },
];

async function keep(policy: unknown): Promise<string> {
  const id = crypto.randomUUID();
  const { accountId } = account;
  const kept = { id, accountId, name: "torn", policy: policy as PreferencePolicy, atMs: 0, by: "test" };
  await service.context.storage.preferences.create(kept);
  return id;
}

const select = (preference_id: string) =>
  callRaw(service, {
    headers: { authorization: `Bearer ${account.key}` },
    payload: JSON.stringify({ ...EXAMPLE, preference_id }),
  });

test("a decision under a policy that cannot be read is refused in words, whatever broke it", async () => {
  for (const policy of BROKEN) {
    const problem = assertProblem(await select(await keep(policy)), 409, "conflict");
    assert.match(problem.detail, /cannot be read.*signalbox doctor/);
  }
});

test("such a policy bans everybody where it is listed, and a new version heals it", async () => {
  const id = await keep({ deny: "deepseek" });
  const listed = await account.browser.get<Preference>(`/preferences/${id}`);
  assert.deepEqual(listed.policy.allow, [{ label: "(the stored policy cannot be read)" }]);
  const body = { policy: { deny: [{ provider: "deepseek" }] } };
  const saved = await account.browser.call("PUT", `/preferences/${id}`, { body });
  assert.equal(saved.status, 200, saved.text);
  assert.equal((await select(id)).status, 200);
});
