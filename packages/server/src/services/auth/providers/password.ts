// Passwords: how they are kept, sign-in with them, how they change, and the links that reset them.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import {
  type ChangePassword,
  invalid,
  type ResetPassword,
  SignalboxError,
  type SignIn,
} from "@signalbox/contracts";
import type { SignInMethod, User } from "@signalbox/storage";
import type { UserPrincipal } from "../../../context/principal.ts";
import type { ServiceContext } from "../../../context/service-context.ts";
import { changeAs, changedBy } from "../../audit/change.ts";
import { notingFailure } from "../../audit/failed-sign-ins.ts";
import { assertNoSingleSignOn } from "../required-domains.ts";
import { checkSecondFactor, type SecondProof } from "../second-factor.ts";
import { type Browser, placeOf, type SignedInBrowser, startSession } from "../sessions.ts";
import { requestThrottle, signInThrottle } from "../sign-in-throttle.ts";
import { issueLink, LINK_HOURS, redeem } from "../signed-link.ts";
import { found, notFound } from "../../faults.ts";
import { isMailConfigured, sendMail } from "../../mail/send-mail.ts";

/** Shortest password. */
export const PASSWORD_CHARS_MIN = 10;

interface PasswordChoice {
  readonly location: string;
  readonly password: string;
  readonly email: string;
}

/** Length is what counts; beyond it only the address itself and a single repeated character are refused. */
export function assertPassword({ location, password, email }: PasswordChoice): void {
  const chars = Array.from(password);
  if (chars.length < PASSWORD_CHARS_MIN)
    throw invalid([
      {
        location,
        message: `It is shorter than ${PASSWORD_CHARS_MIN} characters.`,
        fix: "Choose a longer one, e.g. four words.",
      },
    ]);
  if (new Set(chars).size < 3 || password.toLowerCase() === email.toLowerCase())
    throw invalid([
      {
        location,
        message: "It is too easy to guess.",
        fix: "Choose one that is not the address and not one repeated character.",
      },
    ]);
}

// Password hashes: scrypt in a PHC-like string that carries its own parameters, so that they can grow over the years.
// Hashing runs in the thread pool and only a few at a time: a flood of sign-ins must not starve the rest of the service.
interface PasswordCost {
  /** log2 of scrypt's N. @range 15..20 */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about 50 ms of one core. */
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const CONCURRENT_MAX = 2;
const WAITING_MAX = 64;
const FORM =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,86})\$([A-Za-z0-9+/]{16,86})$/;

interface ParsedHash {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

let running = 0;
const waiting: (() => void)[] = [];

async function withPermit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT_MAX) {
    if (waiting.length >= WAITING_MAX)
      throw new SignalboxError("overloaded", "Too many sign-ins at the same time; repeat in a few seconds.", {
        retryAfterS: 5,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    // A permit is handed on rather than returned, so that the queue is served in order.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  const n = 2 ** cost.logN;
  const options = { N: n, r: cost.r, p: cost.p, maxmem: 128 * n * cost.r * cost.p + 32 * 1024 * 1024 };
  return withPermit(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (fault, key) =>
          fault === null ? resolve(key) : reject(fault),
        );
      }),
  );
}

const encode = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

function parseHash(text: string): ParsedHash | undefined {
  const match = FORM.exec(text);
  if (match === null) return undefined;
  const [, logN, r, p, salt = "", hash = ""] = match;
  return {
    cost: { logN: Number(logN), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

/** `$scrypt$ln=..,r=..,p=..$salt$hash`, base64 without padding. @source RFC 7914 */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, cost);
  return `$scrypt$ln=${cost.logN},r=${cost.r},p=${cost.p}$${encode(salt)}$${encode(hash)}`;
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the one behind the hash. Without a hash (unknown email, account without a password) the
 * same work is done and the answer is false, so that the time tells nothing.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(SALT_BYTES).toString("hex"));
  const known = stored === undefined ? undefined : parseHash(stored);
  const parsed = known ?? parseHash(await decoy);
  if (parsed === undefined) return false;
  const hash = await derive(password, parsed.salt, parsed.cost);
  return hash.length === parsed.hash.length && timingSafeEqual(hash, parsed.hash) && known !== undefined;
}

/** Whether the hash was made with less work than today's. */
export function needsRehash(stored: string, cost: PasswordCost = PASSWORD_COST): boolean {
  const parsed = parseHash(stored);
  return parsed === undefined || parsed.cost.logN < cost.logN || parsed.cost.r < cost.r;
}

// Signing in. Unknown addresses, people without a password and wrong passwords cost the same work and get the same answer.

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

/** A signed-in person's password once more. @throws SignalboxError forbidden, rate_limited */
export async function assertPasswordOf(
  context: ServiceContext,
  principal: UserPrincipal,
  attempt: { readonly password: string; readonly address: string },
): Promise<void> {
  try {
    await checkCredentials(context, { email: principal.email, ...attempt });
  } catch (fault) {
    if (!(fault instanceof SignalboxError) || fault.code !== "unauthenticated") throw fault;
    // 401 would make a page believe that its session has ended.
    throw new SignalboxError("forbidden", "The current password is wrong.", { cause: fault });
  }
}

/**
 * A browser left open must not be enough to change how the person signs in. Nothing is asked of people without a password.
 * @throws SignalboxError validation_failed where it is missing, forbidden, rate_limited
 */
export async function assertPasswordIfAny(
  context: ServiceContext,
  caller: { readonly principal: UserPrincipal; readonly address: string },
  password: string | undefined,
): Promise<void> {
  const { principal, address } = caller;
  const user = found(await context.storage.users.find(principal.userId), "person");
  if (user.passwordHash === null) return;
  if (password === undefined)
    throw invalid([
      { location: "body.password", message: "It is missing.", fix: "Send the person's own password." },
    ]);
  await assertPasswordOf(context, principal, { password, address });
}

/** Every other browser is signed out and this one gets a new token. @throws SignalboxError forbidden */
export async function changePassword(
  context: ServiceContext,
  caller: { readonly principal: UserPrincipal; readonly browser: Browser },
  input: ChangePassword,
): Promise<SignedInBrowser> {
  const { principal, browser } = caller;
  const { address } = browser;
  const { email, userId, accountId, role } = principal;
  const password = input.new_password;
  assertPassword({ location: "body.new_password", password, email });
  await assertPasswordOf(context, principal, { password: input.current_password, address });
  const passwordHash = await hashPassword(password);
  return changeAs(context, changedBy({ principal, address }), async ({ repositories, note }) => {
    const user = found(await repositories.users.update({ id: userId, passwordHash }), "person");
    const account = found(await repositories.accounts.find(accountId), "account");
    const ended = await repositories.browserSessions.deleteByUser({ userId });
    await note({ action: "user.change_password", targetId: userId, details: { sessions_ended: ended } });
    const { signedInBy } = principal;
    return startSession(context, {
      repositories,
      identified: { user, account, role },
      browser,
      signedInBy,
    });
  });
}

// Reset links: anyone may request one; it goes to the mailbox or the operator's terminal only, and works once.

async function createLink(context: ServiceContext, user: User): Promise<string> {
  const { link, kept } = issueLink(context, "reset");
  await context.storage.passwordResets.create({ ...kept, userId: user.id });
  return link;
}

/** For the command line on the machine itself. @throws SignalboxError not_found; forbidden where single sign-on is required */
export async function createResetLink(context: ServiceContext, email: string): Promise<string> {
  const user = await context.storage.users.findByEmail(email.trim());
  if (user === undefined) throw notFound("person");
  await assertNoSingleSignOn(context, user.email);
  return createLink(context, user);
}

async function mailLink(context: ServiceContext, email: string): Promise<void> {
  const user = await context.storage.users.findByEmail(email.trim());
  if (user === undefined) return;
  const link = await createLink(context, user);
  await sendMail(context, {
    to: user.email,
    subject: "Reset your Signalbox password",
    text: `Open this link to choose a new password. It works once, for ${LINK_HOURS} hours.\n\n${link}\n\nIf you did not ask for it, ignore this mail: nothing has changed.\n`,
  });
}

/**
 * Answers the same for every address of a domain, and does not wait for the mail: the time tells nothing either.
 * @throws SignalboxError forbidden where single sign-on is required of the domain
 */
export async function requestReset(context: ServiceContext, browser: Browser, email: string): Promise<void> {
  requestThrottle(context).begin({ email, address: browser.address });
  await assertNoSingleSignOn(context, email);
  if (!isMailConfigured(context)) return;
  mailLink(context, email).catch((fault: unknown) => {
    context.logger.error(
      { code: fault instanceof SignalboxError ? fault.code : "internal" },
      "no reset link made",
    );
  });
}

interface Reset {
  readonly tokenHash: string;
  readonly passwordHash: string;
  readonly code: string | undefined;
}

/** Undefined for a link that is unknown, used or expired. */
function applyReset(context: ServiceContext, { tokenHash, passwordHash, code }: Reset) {
  const nowMs = context.clock.nowMs();
  return context.storage.transaction(async (repositories) => {
    const userId = await repositories.passwordResets.consume({ tokenHash, nowMs });
    const owner = userId === undefined ? undefined : await repositories.users.find(userId);
    if (userId === undefined || owner === undefined) return undefined;
    await assertNoSingleSignOn(context, owner.email, repositories);
    // A wrong code leaves the link as it was.
    const proof = await checkSecondFactor(context, { repositories, userId, code });
    await repositories.browserSessions.deleteByUser({ userId });
    // The link came by mail, or from the operator, who vouches for the person.
    const user = await repositories.users.update({ id: userId, passwordHash, emailVerifiedAtMs: nowMs });
    return user === undefined ? undefined : { user, proof };
  });
}

/** Sets the password, signs the person out everywhere, and in here. @throws SignalboxError unauthenticated */
export async function resetPassword(
  context: ServiceContext,
  browser: Browser,
  { token, password, code }: ResetPassword,
): Promise<SignedInBrowser> {
  const reset = await redeem(context, {
    purpose: "reset",
    token,
    address: browser.address,
    refusal: "This link has been used or has expired. Ask for a new one.",
    find: async (tokenHash) => {
      assertPassword({ location: "body.password", password, email: "" });
      return applyReset(context, { tokenHash, passwordHash: await hashPassword(password), code });
    },
  });
  return startSessionOf(context, { ...reset, browser, by: "reset link" });
}
