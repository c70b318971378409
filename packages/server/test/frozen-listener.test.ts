// The promise: a revoked key stops working on every replica within two seconds, even when a replica's connection for changes
// hangs without closing.
import assert from "node:assert/strict";
import { test } from "node:test";

import { postgresSkipReason } from "@signalbox/storage/testing";

import { CONVERSATION, fillAccount } from "./filled-account.ts";
import { startReplicas, type TestService } from "./test-service.ts";

const REVOKED_MS_MAX = 2_000;

async function statusWith(key: string, on: TestService): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await on.browser().call("POST", "/model-select", { headers, body: CONVERSATION })).status;
}

async function changesOf(service: TestService): Promise<string> {
  const answer = await service.app.http.inject({ url: "/readyz" });
  return answer.json<{ changes: string }>().changes;
}

test(
  "a revoked key is refused within two seconds although every listener is frozen",
  { skip: await postgresSkipReason() },
  async (t) => {
    const { postgres, here, there } = await startReplicas(t);
    const owner = await fillAccount(here, "turnstone");
    assert.deepEqual([await statusWith(owner.key, there), await changesOf(there)], [200, "heard"]);
    const frozen = await postgres.freezeListeners();
    assert.equal(frozen.count, 2);
    try {
      await owner.browser.call("DELETE", `/keys/${owner.ids["key"]}`);
      const startedMs = performance.now();
      while ((await statusWith(owner.key, there)) !== 401)
        assert.ok(performance.now() - startedMs < REVOKED_MS_MAX, "the key still works");
    } finally {
      frozen.thaw();
    }
    while ((await changesOf(there)) !== "heard");
  },
);
