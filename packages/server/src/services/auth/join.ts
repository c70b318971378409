// The first time that a person comes in: by signing up, by claiming the first account, or by an invitation.
import { randomUUID } from "node:crypto";
import {
  type AcceptInvite,
  type AuthOptions,
  type Claim,
  type Invitation,
  SignalboxError,
  type SignUp,
} from "@signalbox/contracts";
import type { Account, Invite, SignInMethod, User } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { newAccount } from "../accounts/new-account.ts";
import { changeAs } from "../audit/change.ts";
import { assertPlainAddress } from "./email.ts";
import {
  assertPassword,
  checkCredentials,
  hashPassword,
  methodOf,
  PASSWORD_CHARS_MIN,
  signIn,
} from "./providers/password.ts";
import { assertNoSingleSignOn } from "./required-domains.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { type Browser, type SignedInBrowser, startSession } from "./sessions.ts";
import { requestThrottle } from "./sign-in-throttle.ts";
import { redeem } from "./signed-link.ts";
import { found } from "../faults.ts";
import { toIso } from "../timestamps.ts";
import { isMailConfigured } from "../mail/send-mail.ts";

// Opens an account with its owner. An address that is taken is answered like a wrong password, after the same work.

interface NewUser {
  readonly email: string;
  readonly name?: string | undefined;
  readonly passwordHash: string | null;
  /** The provider or the operator vouches for the address. */
  readonly isEmailVerified?: boolean;
}

export function newUser(input: NewUser, nowMs: number): User {
  return {
    id: randomUUID(),
    email: input.email.trim(),
    name: input.name?.trim() ?? "",
    passwordHash: input.passwordHash,
    createdAtMs: nowMs,
    lastSignInAtMs: null,
    emailVerifiedAtMs: input.isEmailVerified === true ? nowMs : null,
  };
}

interface Opening {
  readonly user: User;
  readonly account: Account;
  readonly browser: Browser;
  readonly signedInBy: SignInMethod;
  readonly action: string;
}

/** Writes the person, their account and their first session together. */
export async function openAccount(context: ServiceContext, opening: Opening): Promise<SignedInBrowser> {
  const account = await context.digestKeys.keep(opening.account);
  try {
    return await writeAccount(context, { ...opening, account });
  } catch (error) {
    await context.digestKeys.destroy(account.id);
    throw error;
  }
}

function writeAccount(context: ServiceContext, opening: Opening): Promise<SignedInBrowser> {
  const { user, account, browser, signedInBy, action } = opening;
  const actor = { kind: "user", id: user.id, name: user.email } as const;
  const by = { accountId: account.id, actor, address: browser.address };
  return changeAs(context, by, async ({ repositories, note }) => {
    await repositories.accounts.create(account);
    await repositories.users.create(user);
    const membership = { accountId: account.id, userId: user.id, role: "owner" } as const;
    await repositories.memberships.create({ ...membership, createdAtMs: user.createdAtMs });
    await note({ action, targetId: account.id, details: { email: user.email } });
    const identified = { user, account, role: "owner" } as const;
    return startSession(context, { repositories, identified, browser, signedInBy });
  });
}

const organisationOf = (input: SignUp): string =>
  input.organisation?.trim() || input.name?.trim() || (input.email.split("@", 1)[0] ?? input.email);

/** @throws SignalboxError forbidden when sign-up is closed; unauthenticated when the address is taken */
export async function signUp(
  context: ServiceContext,
  browser: Browser,
  input: SignUp,
): Promise<SignedInBrowser> {
  const { config, clock, storage } = context;
  if (config.accounts.signUp !== "open")
    throw new SignalboxError("forbidden", "Sign-up is closed here. Ask an owner for an invitation.");
  const { email, password, name } = input;
  requestThrottle(context).begin({ email, address: browser.address });
  assertPlainAddress(email);
  await assertNoSingleSignOn(context, email);
  assertPassword({ location: "body.password", password, email });
  // A second click of the same form signs in to what the first one made.
  if ((await storage.users.findByEmail(email.trim())) !== undefined) return signIn(context, browser, input);
  const nowMs = clock.nowMs();
  const user = newUser({ email, name, passwordHash: await hashPassword(password) }, nowMs);
  const account = newAccount(organisationOf(input), nowMs);
  try {
    const opening = { user, account, browser, signedInBy: "password", action: "account.sign_up" } as const;
    return await openAccount(context, opening);
  } catch (fault) {
    // Two submissions of one form at the same moment: the later one signs in to what the earlier one made.
    if (fault instanceof SignalboxError && fault.code === "conflict") return signIn(context, browser, input);
    throw fault;
  }
}

// The bootstrap account is claimed once, in the browser, with what the first start printed: the claim token or the key.

const REFUSAL =
  "This is neither the claim token nor the first key of the unclaimed account. Both are printed by the first start.";

/** Holds the digest of the key that was printed with the claim token: no key made later can claim the account. */
export const FIRST_KEY_MARK = "first-key";

/** Whether the oldest account still waits for its owner. */
export async function needsClaim(context: ServiceContext): Promise<boolean> {
  const { items } = await context.storage.accounts.list({ limit: 1 });
  return items[0] !== undefined && items[0].claimTokenHash !== null;
}

async function findClaimed(context: ServiceContext, tokenHash: string): Promise<Account | undefined> {
  const { storage, clock } = context;
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
  const { clock } = context;
  const account = await redeem(context, {
    purpose: "claim",
    token: input.token,
    address: browser.address,
    refusal: REFUSAL,
    find: (tokenHash) => findClaimed(context, tokenHash),
  });
  const { email, password, name } = input;
  assertPassword({ location: "body.password", password, email });
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

// An invitation is accepted once. A person who is known here proves it with their password and joins; others are created.

const CLOSED = "This invitation has been used or has expired. Ask for a new one.";

/** @throws SignalboxError unauthenticated, rate_limited */
export function findInvite(context: ServiceContext, browser: Browser, token: string): Promise<Invite> {
  return redeem(context, {
    purpose: "invite",
    token,
    address: browser.address,
    refusal: CLOSED,
    find: (tokenHash) => context.storage.invites.findOpen({ tokenHash, nowMs: context.clock.nowMs() }),
  });
}

/** @throws SignalboxError unauthenticated for a used or unknown link, rate_limited */
export async function openInvite(
  context: ServiceContext,
  browser: Browser,
  token: string,
): Promise<Invitation> {
  const { accountId, invitedByUserId, email, role, expiresAtMs } = await findInvite(context, browser, token);
  const { accounts, users } = context.storage;
  const { name } = found(await accounts.find(accountId), "account");
  const host = invitedByUserId === null ? undefined : await users.find(invitedByUserId);
  const invitedBy = host === undefined ? null : host.name || host.email;
  return { organisation: name, email, role, invited_by: invitedBy, expires_at: toIso(expiresAtMs) };
}

interface Joining {
  readonly invite: Invite;
  readonly user: User;
  readonly isNew: boolean;
  readonly signedInBy: SignInMethod;
  readonly browser: Browser;
}

export function join(context: ServiceContext, joining: Joining): Promise<SignedInBrowser> {
  const { invite, user, isNew, signedInBy, browser } = joining;
  const { accountId, tokenHash } = invite;
  const actor = { kind: "user", id: user.id, name: user.email } as const;
  return changeAs(context, { accountId, actor, address: browser.address }, async ({ repositories, note }) => {
    if (isNew) await repositories.users.create(user);
    const nowMs = context.clock.nowMs();
    const membership = await repositories.invites.accept({ tokenHash, userId: user.id, nowMs });
    if (membership === undefined) throw new SignalboxError("unauthenticated", CLOSED);
    const account = found(await repositories.accounts.find(accountId), "account");
    await note({ action: "member.join", targetId: user.id, details: { role: membership.role } });
    const identified = { user, account, role: membership.role };
    return startSession(context, { repositories, identified, browser, signedInBy });
  });
}

/** @throws SignalboxError unauthenticated for a used link or a known person's wrong password; forbidden where single sign-on is required */
export async function acceptInvite(
  context: ServiceContext,
  browser: Browser,
  input: AcceptInvite,
): Promise<SignedInBrowser> {
  const { password, name } = input;
  const invite = await findInvite(context, browser, input.token);
  const { email } = invite;
  await assertNoSingleSignOn(context, email);
  if ((await context.storage.users.findByEmail(email)) !== undefined) {
    const user = await checkCredentials(context, { ...browser, email, password });
    const attempt = { repositories: context.storage, userId: user.id, code: input.code };
    const proof = await checkSecondFactor(context, attempt);
    return join(context, { invite, user, isNew: false, signedInBy: methodOf("password", proof), browser });
  }
  assertPassword({ location: "body.password", password, email });
  const passwordHash = await hashPassword(password);
  const user = newUser({ email, name, passwordHash }, context.clock.nowMs());
  // The link was shown to the owner too, so it does not prove that the person reads the mail of the address.
  return join(context, { invite, user, isNew: true, signedInBy: "password", browser });
}

/** Settings that the sign-in page must know before anyone is signed in. */
export async function getAuthOptions(context: ServiceContext): Promise<AuthOptions> {
  const { accounts, oidc } = context.config;
  const isOidcOn = oidc.issuer !== "";
  return {
    sign_up_open: accounts.signUp === "open",
    oidc_enabled: isOidcOn,
    oidc_label: isOidcOn ? oidc.label : null,
    needs_claim: await needsClaim(context),
    password_chars_min: PASSWORD_CHARS_MIN,
    smtp_configured: isMailConfigured(context),
  };
}
