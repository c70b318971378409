// Accounts that hold one of everything, in the database that the fuzzed service then runs on. What is done to one of them by
// chance, such as a forced second factor, ends with its turn.
import { dirname } from "node:path";

import { SCOPES, type ApiKeyWithSecret, type Scope } from "@signalbox/contracts";

import { fillAccount, type FilledAccount } from "../../packages/server/test/filled-account.ts";
import { startTestService, type TestService } from "../../packages/server/test/test-service.ts";
import type { Installation } from "../load/installation.ts";

export interface FuzzAccount {
  readonly name: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly markers: readonly string[];
  /** The cookies of its owner. */
  readonly cookie: string;
  /** With the scopes of a key that was made without any. */
  readonly key: string;
  readonly scopedKeys: readonly (readonly [scope: Scope, key: string])[];
}

async function withScopedKeys(filled: FilledAccount, name: string): Promise<FuzzAccount> {
  const { browser, ids, markers, key } = filled;
  const scopedKeys: (readonly [Scope, string])[] = [];
  for (const scope of SCOPES) {
    const made = await browser.post<ApiKeyWithSecret>("/keys", { name: scope, scopes: [scope] }, 201);
    scopedKeys.push([scope, made.key]);
  }
  const cookie = Array.from(browser.cookies, ([cookieName, value]) => `${cookieName}=${value}`).join("; ");
  return { name, ids, markers, cookie, key, scopedKeys };
}

/** Made over HTTP in this process, which leaves before the service starts. @param names appear in every text of theirs */
export async function fillAccounts(
  { databaseUrl }: Installation,
  names: readonly string[],
): Promise<readonly FuzzAccount[]> {
  const place = databaseUrl.startsWith("postgres")
    ? { "database-url": databaseUrl }
    : { "data-dir": dirname(databaseUrl) };
  const clock = { ms: Date.now(), nowMs: () => Date.now() };
  const flags = { ...place, "sign-in-attempts-max": "10000" };
  const service: TestService = await startTestService({ flags, clock });
  try {
    const accounts: FuzzAccount[] = [];
    for (const name of names) accounts.push(await withScopedKeys(await fillAccount(service, name), name));
    return accounts;
  } finally {
    await service.close();
  }
}
