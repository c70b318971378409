// The start of an installation that has no account: one account with a first key, both ready to use, and a token with
// which the first visitor of the dashboard makes the account theirs. Key and token are shown once; only their digests are kept.
import type { Account, Storage } from "@signalbox/storage";

import type { DigestKeys } from "../context/digest-keys.ts";
import type { ServiceContext } from "../context/service-context.ts";
import { changeAs } from "../services/audit/change.ts";
import { newAccount } from "../services/accounts/new-account.ts";
import { FIRST_KEY_MARK } from "../services/auth/join.ts";
import { createSecret, hashSecret } from "../services/auth/signed-link.ts";
import { newKey } from "../services/keys/new-key.ts";
import type { Clock } from "../context/clock.ts";

const FIRST_START = "first-start";

export interface FirstStart {
  readonly key: string;
  readonly claimToken: string;
}

/** Undefined where an account exists, also when several replicas make their first start together. */
export async function prepareFirstStart(start: {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly digestKeys: DigestKeys;
}): Promise<FirstStart | undefined> {
  const { storage, clock, digestKeys } = start;
  if ((await storage.accounts.count()) > 0) return undefined;
  const claimToken = createSecret("claim_");
  const nowMs = clock.nowMs();
  const account = await digestKeys.keep(newAccount("My account", nowMs, hashSecret(claimToken)));
  const first = await writeFirst(start, { account, claimToken, nowMs });
  if (first === undefined) await digestKeys.destroy(account.id);
  return first;
}

interface First {
  readonly account: Account;
  readonly claimToken: string;
  /** @unit milliseconds since 1970 */
  readonly nowMs: number;
}

function writeFirst(
  parts: Pick<ServiceContext, "storage" | "clock" | "digestKeys">,
  first: First,
): Promise<FirstStart | undefined> {
  const { account, claimToken, nowMs } = first;
  const { key, secret } = newKey({ accountId: account.id, name: "First key", nowMs });
  const actor = { kind: "system", id: null, name: "first start" } as const;
  const by = { accountId: account.id, actor, address: undefined };
  return changeAs(parts, by, async ({ repositories: { instance, accounts, apiKeys }, note }) => {
    // Replicas wait here for one another; the later one then sees the account of the earlier one.
    await instance.set(FIRST_START, String(nowMs));
    if ((await accounts.count()) > 0) return undefined;
    await accounts.create(account);
    await apiKeys.create(key);
    await instance.set(FIRST_KEY_MARK, key.hash);
    await note({ action: "account.create", targetId: account.id });
    return { key: secret, claimToken };
  });
}
