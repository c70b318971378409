// The bootstrap account is claimed once, in the browser, with what the first start printed: the claim token or the key.
import { SignalboxError, type Claim } from "@signalbox/contracts";
import type { Account } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs } from "../audit/change.ts";
import { startSession, type Browser, type SignedInBrowser } from "./browser-session.ts";
import { assertPassword, hashPassword } from "./passwords.ts";
import { hashSecret } from "./signed-token.ts";
import { newUser } from "./sign-up.ts";
import { assertNoSingleSignOn } from "./single-sign-on/required-domains.ts";
import { signInThrottle } from "./sign-in-throttle.ts";

const REFUSAL =
  "This is neither the claim token nor the first key of the unclaimed account. Both are printed by the first start.";

/** Holds the digest of the key that was printed with the claim token: no key made later can claim the account. */
export const FIRST_KEY_MARK = "first-key";

/** Whether the oldest account still waits for its owner. */
export async function needsClaim(context: ServiceContext): Promise<boolean> {
  const { items } = await context.storage.accounts.list({ limit: 1 });
  return items[0] !== undefined && items[0].claimTokenHash !== null;
}

async function findClaimed(context: ServiceContext, token: string): Promise<Account | undefined> {
  const { storage, clock } = context;
  const tokenHash = hashSecret(token.trim());
  const account = await storage.accounts.findByClaimToken(tokenHash);
  if (account !== undefined) return account;
  if ((await storage.instance.find(FIRST_KEY_MARK)) !== tokenHash) return undefined;
  const key = await storage.apiKeys.findByHash(tokenHash);
  if (key === undefined || key.revokedAtMs !== null) return undefined;
  if (key.expiresAtMs !== null && key.expiresAtMs <= clock.nowMs()) return undefined;
  return storage.accounts.find(key.accountId);
}

/** @throws SignalboxError unauthenticated for a wrong token, conflict when it was claimed already */
export async function claimAccount(
  context: ServiceContext,
  browser: Browser,
  input: Claim,
): Promise<SignedInBrowser> {
  const { config, clock } = context;
  const attempt = { email: "claim", address: browser.address };
  signInThrottle(context).begin(attempt);
  const account = await findClaimed(context, input.token);
  if (account === undefined) throw new SignalboxError("unauthenticated", REFUSAL);
  signInThrottle(context).succeed(attempt);
  const { email, password, name } = input;
  assertPassword({ location: "body.password", password, email, charsMin: config.accounts.passwordCharsMin });
  await assertNoSingleSignOn(context, email);
  const passwordHash = await hashPassword(password);
  // Who holds the token is the operator, or trusted by them.
  const user = newUser({ email, name, passwordHash, isEmailVerified: true }, clock.nowMs());
  const actor = { kind: "user", id: user.id, name: user.email } as const;
  const by = { accountId: account.id, actor, address: browser.address };
  return changeAs(context, by, async ({ repositories, note }) => {
    const tokenHash = account.claimTokenHash;
    const isMine =
      tokenHash !== null && (await repositories.accounts.claim({ accountId: account.id, tokenHash }));
    if (!isMine) throw new SignalboxError("conflict", "This account has been claimed already. Sign in.");
    await repositories.users.create(user);
    const membership = { accountId: account.id, userId: user.id, role: "owner" } as const;
    await repositories.memberships.create({ ...membership, createdAtMs: user.createdAtMs });
    const renamed = input.organisation?.trim();
    const current = renamed
      ? ((await repositories.accounts.update({ accountId: account.id, name: renamed })) ?? account)
      : account;
    await note({ action: "account.claim", targetId: account.id, details: { email: user.email } });
    const identified = { user, account: current, role: "owner" } as const;
    return startSession(context, { repositories, identified, browser, signedInBy: "password" });
  });
}
