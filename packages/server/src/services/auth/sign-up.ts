// Opens an account with its owner. An address that is taken is answered like a wrong password, after the same work.
import { randomUUID } from "node:crypto";

import { SignalboxError, type SignUp } from "@signalbox/contracts";
import type { Account, SignInMethod, User } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { newAccount } from "../accounts/new-account.ts";
import { changeAs } from "../audit/change.ts";
import { startSession, type Browser, type SignedInBrowser } from "./browser-session.ts";
import { assertPassword, hashPassword } from "./passwords.ts";
import { assertPlainAddress } from "./email.ts";
import { signIn } from "./sign-in.ts";
import { assertNoSingleSignOn } from "./single-sign-on/required-domains.ts";
import { requestThrottle } from "./sign-in-throttle.ts";

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
  assertPassword({ location: "body.password", password, email, charsMin: config.accounts.passwordCharsMin });
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
