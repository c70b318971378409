// Signing in. Unknown addresses, people without a password and wrong passwords cost the same work and get the same answer.
import { SignalboxError, type SignIn } from "@signalbox/contracts";
import type { SignInMethod, User } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { notingFailure } from "../audit/failed-sign-ins.ts";
import { changeAs } from "../audit/change.ts";
import { startSession, type Browser, type SignedInBrowser } from "./browser-session.ts";
import { placeOf } from "./known-browser.ts";
import { hashPassword, needsRehash, verifyPassword } from "./passwords.ts";
import { checkSecondFactor, type SecondProof } from "./second-factor/check-second-factor.ts";
import { assertNoSingleSignOn } from "./single-sign-on/required-domains.ts";
import { signInThrottle } from "./sign-in-throttle.ts";

const REFUSAL = "The email address or the password is wrong, or they belong to no account here.";

const refusal = (): SignalboxError => new SignalboxError("unauthenticated", REFUSAL);

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** Mark of the browser. */
  readonly mark?: string | undefined;
}

/** @throws SignalboxError unauthenticated, rate_limited; forbidden where single sign-on is required of the domain */
export async function checkCredentials(context: ServiceContext, credentials: Credentials): Promise<User> {
  const { email, password } = credentials;
  await assertNoSingleSignOn(context, email);
  const throttle = signInThrottle(context);
  const attempt = { email, address: await placeOf(context, credentials, email) };
  throttle.begin(attempt);
  const user = await context.storage.users.findByEmail(email.trim());
  const isRight = await verifyPassword(password, user?.passwordHash ?? undefined);
  if (!isRight || user === undefined) throw refusal();
  throttle.succeed(attempt);
  return user;
}

async function renewHash(context: ServiceContext, user: User, password: string): Promise<void> {
  if (user.passwordHash === null || !needsRehash(user.passwordHash)) return;
  await context.storage.users.update({ id: user.id, passwordHash: await hashPassword(password) });
}

/** By password the second factor counts, if there is one; single sign-on needs none besides its provider. */
export function methodOf(by: Entry["by"], proof: SecondProof | undefined): SignInMethod {
  if (by === "single sign-on") return by;
  return proof === undefined ? "password" : "second factor";
}

/** Who comes in, and what opened the door. */
export interface Entry {
  readonly user: User;
  readonly browser: Browser;
  readonly by: "password" | "reset link" | "single sign-on";
  readonly proof?: SecondProof | undefined;
}

/** Starts a session in the first account that the person belongs to. @throws SignalboxError unauthenticated */
export async function startSessionOf(context: ServiceContext, entry: Entry): Promise<SignedInBrowser> {
  const { user, browser, by: way, proof } = entry;
  const [first] = await context.storage.memberships.listByUser(user.id);
  if (first === undefined) throw refusal();
  const { account, membership } = first;
  const actor = { kind: "user", id: user.id, name: user.email } as const;
  const by = { accountId: account.id, actor, address: browser.address };
  return changeAs(context, by, async ({ repositories, note }) => {
    await note({
      action: "user.sign_in",
      targetId: user.id,
      details: { by: way, ...(proof && { with: proof }) },
    });
    return startSession(context, {
      repositories,
      identified: { user, account, role: membership.role },
      browser,
      signedInBy: methodOf(way, proof),
    });
  });
}

/** Signs in with a password; a failure is noted for the audit log. @throws SignalboxError unauthenticated, rate_limited */
export function signIn(context: ServiceContext, browser: Browser, input: SignIn): Promise<SignedInBrowser> {
  const { email, code } = input;
  // The question for the code after the right password is no failure.
  const reasonOf = ({ errors }: SignalboxError) => {
    if (!errors.some(({ location }) => location === "body.code")) return "wrong_password";
    return code === undefined ? undefined : "wrong_code";
  };
  const attempt = { email, address: browser.address, reasonOf };
  return notingFailure(context, attempt, () => enter(context, browser, input));
}

async function enter(context: ServiceContext, browser: Browser, input: SignIn): Promise<SignedInBrowser> {
  const { email, password } = input;
  const user = await checkCredentials(context, { ...browser, email, password });
  await renewHash(context, user, password);
  const attempt = { repositories: context.storage, userId: user.id, code: input.code };
  const proof = await checkSecondFactor(context, attempt);
  return startSessionOf(context, { user, browser, by: "password", proof });
}
