// The very first start: one account with a first key, both ready to use, and a token with which the first visitor of
// the dashboard makes the account theirs. The key and the token are shown once; only their digests are kept.
import type { Storage } from "@signalbox/storage";

import { newAccount } from "../services/accounts/new-account.ts";
import { createSecret, hashSecret } from "../services/auth/secret.ts";
import { newKey } from "../services/keys/new-key.ts";
import type { Clock } from "../context/clock.ts";

const FIRST_START = "first-start";

export interface FirstStart {
  readonly key: string;
  readonly claimToken: string;
}

/** Undefined on every later start, also when several replicas make their first start together. */
export async function prepareFirstStart(storage: Storage, clock: Clock): Promise<FirstStart | undefined> {
  if ((await storage.accounts.count()) > 0) return undefined;
  const mine = createSecret();
  if ((await storage.instance.findOrCreate(FIRST_START, mine)) !== mine) return undefined;
  const claimToken = createSecret("claim_");
  const nowMs = clock.nowMs();
  const account = newAccount("My account", nowMs, hashSecret(claimToken));
  const { key, secret } = newKey({ accountId: account.id, name: "First key", nowMs });
  await storage.transaction(async (repositories) => {
    await repositories.accounts.create(account);
    await repositories.apiKeys.create(key);
  });
  return { key: secret, claimToken };
}
