// Sessions of browsers: opaque tokens of which only the SHA-256 is kept. They slide while used and end when revoked.
import { randomUUID } from "node:crypto";
import type { Config, Me, Role, User as UserWire } from "@signalbox/contracts";
import {
  type Account,
  type BrowserSession,
  emailKey,
  type Repositories,
  type SignedIn,
  type SignInMethod,
  type Storage,
  type User,
} from "@signalbox/storage";
import type { Clock } from "../../context/clock.ts";
import type { BrowserSessionFinder } from "../../context/ports.ts";
import type { Bars, Principal, UserPrincipal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { accountToWire, readAccountSettings } from "../accounts/settings.ts";
import { hasException, isOfDomain, isSingleSignOnRequired, readDomains } from "./required-domains.ts";
import { createSecret, createSignedToken, hashSecret, isSignedToken } from "./signed-link.ts";
import { toIso, toIsoOrNull } from "../timestamps.ts";

// Bars that keep a signed-in person from everything but their own sign-in, until they have done something about it.

export interface BarSources {
  readonly config: Config;
  readonly clock: Clock;
  readonly repositories: Pick<Repositories, "instance">;
}

interface Entered {
  readonly user: User;
  readonly account: Account;
  readonly signedInBy: SignInMethod;
}

/** Whether the rule holds although the session began otherwise: the operator may have lifted it for the person. */
async function lacksProvider(sources: BarSources, { user, signedInBy }: Entered): Promise<boolean> {
  if (signedInBy === "single sign-on") return false;
  return !(await hasException(sources.repositories, user.id, sources.clock.nowMs()));
}

/** Reads the bars of the organisation that the session looks at. A provider of single sign-on asks for its own second factor. */
export async function barsOf(sources: BarSources, entered: Entered): Promise<Bars> {
  const { user, account, signedInBy } = entered;
  const settings = readAccountSettings(account.settings);
  const isOfAsked =
    settings.single_sign_on_domains.length > 0 &&
    isOfDomain(user.email, readDomains(settings.single_sign_on_domains));
  return {
    lacksSecondFactor: signedInBy === "password" && settings.require_second_factor,
    lacksSingleSignOn: isOfAsked && (await lacksProvider(sources, entered)),
  };
}

/** Whether the installation ends the session: it began before the rule, or the operator's exception is over. */
export async function isBarred(sources: BarSources, entered: Entered): Promise<boolean> {
  return isSingleSignOnRequired(sources.config, entered.user.email) && lacksProvider(sources, entered);
}

function userToWire(user: User): UserWire {
  return {
    id: user.id,
    email: user.email,
    name: user.name === "" ? null : user.name,
    created_at: toIso(user.createdAtMs),
  };
}

export interface Identified {
  readonly user: User;
  readonly account: Account;
  readonly role: Role;
}

/** @param repositories of the transaction that changes what they hold */
export async function readMe(
  { config }: Pick<ServiceContext, "config">,
  repositories: Pick<Repositories, "memberships" | "secondFactors">,
  { user, account, role, ...bars }: Identified & Bars,
): Promise<Me> {
  const memberships = await repositories.memberships.listByUser(user.id);
  const factor = await repositories.secondFactors.find(user.id);
  const accountWire = accountToWire(config, account);
  const limits = {
    upload_bytes_max: config.learning.uploadBytesMax,
    key_days_max: accountWire.in_force.key_days_max.value,
  };
  return {
    user: userToWire(user),
    account: accountWire,
    role,
    accounts: memberships.map(({ account: { id, name }, membership }) => ({
      id,
      name,
      role: membership.role,
      is_current: id === account.id,
    })),
    second_factor: {
      since: toIsoOrNull(factor?.confirmedAtMs ?? null),
      recovery_codes_left: await repositories.secondFactors.countRecoveryCodes(user.id),
      is_required: readAccountSettings(account.settings).require_second_factor,
    },
    lacks_second_factor: bars.lacksSecondFactor,
    lacks_single_sign_on: bars.lacksSingleSignOn,
    limits,
  };
}

// A session ends when it is not used, and at a certain age however much it is used. Both are judged by the settings of now:
// a shorter time reaches the sessions that are open.
type Times = Pick<BrowserSession, "createdAtMs" | "lastSeenAtMs">;

/** However much it is used. */
export const lastMomentMs = ({ accounts }: Pick<Config, "accounts">, createdAtMs: number): number =>
  createdAtMs + accounts.sessionMaxAgeS * 1000;

/** If it is not used again. */
export function sessionEndMs(config: Pick<Config, "accounts">, { createdAtMs, lastSeenAtMs }: Times): number {
  const idleMs = lastSeenAtMs + config.accounts.sessionTtlS * 1000;
  return Math.min(idleMs, lastMomentMs(config, createdAtMs));
}

/** Last use is written at most this often, so that reading pages does not write to the database. */
const TOUCH_AFTER_MS = 60_000;
const USER_AGENT_CHARS_MAX = 256;

/** The place that a browser called from, for the list of sessions. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Token of a session that the browser still shows; sign-in ends it. */
  readonly previousToken: string | undefined;
  /** Set after a sign-in with this browser. */
  readonly mark: string | undefined;
}

/** A fresh session: `token` goes into the cookie, `me` into the body. */
export interface SignedInBrowser {
  readonly token: string;
  readonly maxAgeS: number;
  readonly me: Me;
}

interface SessionStart {
  readonly repositories: Repositories;
  readonly identified: Identified;
  readonly browser: Browser;
  readonly signedInBy: SignInMethod;
  /** When the person signed in, where this session only continues elsewhere. Default now. @unit milliseconds since 1970 */
  readonly beganAtMs?: number;
}

async function endPrevious({ repositories, browser }: SessionStart, nowMs: number): Promise<void> {
  if (browser.previousToken === undefined || browser.previousToken === "") return;
  const tokenHash = hashSecret(browser.previousToken);
  const previous = await repositories.browserSessions.findActive({ tokenHash, nowMs });
  if (previous === undefined) return;
  await repositories.browserSessions.delete({ userId: previous.user.id, id: previous.session.id });
}

/** Every sign-in gets a new token, whatever the browser brought along: a planted one is worth nothing. */
export async function startSession(context: ServiceContext, start: SessionStart): Promise<SignedInBrowser> {
  const { repositories, identified, browser, signedInBy } = start;
  const { clock, config } = context;
  const nowMs = clock.nowMs();
  const times = { createdAtMs: start.beganAtMs ?? nowMs, lastSeenAtMs: nowMs };
  const token = createSecret();
  await endPrevious(start, nowMs);
  await repositories.browserSessions.create({
    id: randomUUID(),
    tokenHash: hashSecret(token),
    userId: identified.user.id,
    accountId: identified.account.id,
    ...times,
    expiresAtMs: sessionEndMs(config, times),
    ip: browser.address,
    userAgent: browser.userAgent?.slice(0, USER_AGENT_CHARS_MAX) ?? null,
    signedInBy,
  });
  await repositories.users.update({ id: identified.user.id, lastSignInAtMs: nowMs });
  const bars = await barsOf({ config, clock, repositories }, { ...identified, signedInBy });
  // The cookie outlives the idle time, which slides; the service knows when that is over.
  const maxAgeS = Math.max(1, Math.ceil((lastMomentMs(config, times.createdAtMs) - nowMs) / 1000));
  return { token, maxAgeS, me: await readMe(context, repositories, { ...identified, ...bars }) };
}

interface FinderOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly config: Config;
}

/** Undefined for a session that is over by its age, or that the installation no longer admits. */
async function admit(sources: BarSources, active: SignedIn): Promise<UserPrincipal | undefined> {
  const { session, user, role, account } = active;
  const { signedInBy } = session;
  if (sessionEndMs(sources.config, session) <= sources.clock.nowMs()) return undefined;
  const entered = { user, account, signedInBy };
  if (await isBarred(sources, entered)) return undefined;
  const { id: userId, email } = user;
  const { accountId, id: browserSessionId } = session;
  const bars = await barsOf(sources, entered);
  return { kind: "user", accountId, userId, email, role, browserSessionId, signedInBy, ...bars };
}

export function createBrowserSessionFinder(options: FinderOptions): BrowserSessionFinder {
  const { storage, clock, config } = options;
  const sources = { config, clock, repositories: storage };
  return {
    findBrowserSession: async (token): Promise<UserPrincipal | undefined> => {
      const nowMs = clock.nowMs();
      const active = await storage.browserSessions.findActive({ tokenHash: hashSecret(token), nowMs });
      if (active === undefined) return undefined;
      const person = await admit(sources, active);
      const { id, createdAtMs, lastSeenAtMs } = active.session;
      if (person !== undefined && nowMs - lastSeenAtMs >= TOUCH_AFTER_MS) {
        const expiresAtMs = sessionEndMs(config, { createdAtMs, lastSeenAtMs: nowMs });
        await storage.browserSessions.touch({ id, lastSeenAtMs: nowMs, expiresAtMs });
      }
      return person;
    },
  };
}

// Browsers in which a person has signed in before. Their wrong passwords are counted apart from those of everybody else at the
// same network address, so that a stranger who guesses there keeps nobody out. A stolen mark gives its thief a count of their
// own and nothing else.

/** @unit seconds: a year */
export const KNOWN_BROWSER_S = 365 * 86_400;

const purposeOf = (email: string): string => `browser of ${emailKey(email)}`;

/** Sets the mark that such a browser shows from then on; it says nothing about the person. */
export async function markBrowser(context: ServiceContext, email: string): Promise<string> {
  const mark = await createSignedToken(context, purposeOf(email), KNOWN_BROWSER_S * 1000);
  return mark.toString("base64url");
}

/** The source of a sign-in, by which failures are counted: a known browser, or a network address. */
export async function placeOf(
  context: ServiceContext,
  { address, mark = "" }: Pick<Browser, "address"> & Partial<Pick<Browser, "mark">>,
  email: string,
): Promise<string> {
  const isKnown = mark !== "" && (await isSignedToken(context, purposeOf(email), mark));
  return isKnown ? `browser ${hashSecret(mark)}` : address;
}

// Whether the caller who opened a long-lived stream could open it again now. A revoked key or an ended session must not continue
// listening just because it connected earlier.

async function isKeyAlive(
  { storage, clock }: ServiceContext,
  accountId: string,
  id: string,
): Promise<boolean> {
  const key = await storage.apiKeys.find({ accountId, id });
  if (key === undefined || key.revokedAtMs !== null) return false;
  return key.expiresAtMs === null || key.expiresAtMs > clock.nowMs();
}

export async function isStillAllowed(context: ServiceContext, principal: Principal): Promise<boolean> {
  const { storage, clock } = context;
  const { accountId } = principal;
  if (principal.kind === "local") return true;
  if (principal.kind === "key") return isKeyAlive(context, accountId, principal.keyId);
  const { userId, browserSessionId } = principal;
  const membership = await storage.memberships.find({ accountId, userId });
  if (membership === undefined) return false;
  const sessions = await storage.browserSessions.listByUser({ userId, nowMs: clock.nowMs() });
  const own = sessions.find((session) => session.id === browserSessionId);
  return own !== undefined && sessionEndMs(context.config, own) > clock.nowMs();
}
