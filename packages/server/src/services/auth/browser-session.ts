// Browser sessions: opaque tokens of which only the SHA-256 is kept. They slide while used and end when revoked.
import { randomUUID } from "node:crypto";
import type { Config, Me } from "@signalbox/contracts";
import type { BrowserSession, Repositories, SignedIn, SignInMethod, Storage } from "@signalbox/storage";
import type { BrowserSessionFinder } from "../../context/ports.ts";
import type { Clock } from "../../context/clock.ts";
import type { UserPrincipal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { barsOf, isBarred, type BarSources } from "./bars.ts";
import { createSecret, hashSecret } from "./signed-token.ts";
import { meToWire, type Identified } from "./user-wire.ts";

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
  /** That somebody has signed in with it before. */
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
  /** When the person signed in, where this session only goes on elsewhere. Default now. @unit milliseconds since 1970 */
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
  return { token, maxAgeS, me: meToWire(context, { ...identified, ...bars }) };
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
