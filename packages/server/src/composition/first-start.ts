// The start of an installation that has no account: one account with a first key, both ready to use, and a token with
// which the first visitor of the dashboard makes the account theirs. Key and token are shown once; only their digests are kept.
import type { Storage } from "@signalbox/storage";

import { newAccount } from "../services/accounts/new-account.ts";
import { FIRST_KEY_MARK } from "../services/auth/claim.ts";
import { createSecret, hashSecret } from "../services/auth/secret.ts";
import { newKey } from "../services/keys/new-key.ts";
import type { Clock } from "../context/clock.ts";

const FIRST_START = "first-start";

export interface FirstStart {
  readonly key: string;
  readonly claimToken: string;
}

/** Undefined where an account exists, also when several replicas make their first start together. */
export async function prepareFirstStart(storage: Storage, clock: Clock): Promise<FirstStart | undefined> {
  if ((await storage.accounts.count()) > 0) return undefined;
  const claimToken = createSecret("claim_");
  const nowMs = clock.nowMs();
  const account = newAccount("My account", nowMs, hashSecret(claimToken));
  const { key, secret } = newKey({ accountId: account.id, name: "First key", nowMs });
  return storage.transaction(async ({ instance, accounts, apiKeys }) => {
    // Replicas wait here for one another; the later one then sees the account of the earlier one.
    await instance.set(FIRST_START, String(nowMs));
    if ((await accounts.count()) > 0) return undefined;
    await accounts.create(account);
    await apiKeys.create(key);
    await instance.set(FIRST_KEY_MARK, key.hash);
    return { key: secret, claimToken };
  });
}
