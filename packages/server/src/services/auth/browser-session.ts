// Browser sessions: opaque tokens of which only the SHA-256 is kept. They slide while used and end when revoked.
import { randomUUID } from "node:crypto";

import type { Me } from "@signalbox/contracts";
import type { Account, Repositories, SignInMethod, Storage } from "@signalbox/storage";

import type { BrowserSessionFinder } from "../../context/ports.ts";
import type { Clock } from "../../context/clock.ts";
import type { UserPrincipal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { createSecret, hashSecret } from "./secret.ts";
import { meToWire, type Identified } from "./user-wire.ts";

/** Last use is written at most this often, so that reading pages does not write to the database. */
const TOUCH_AFTER_MS = 60_000;
const USER_AGENT_CHARS_MAX = 256;

/** Where a browser called from, for the list of sessions. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Token of a session that the browser still shows; sign-in ends it. */
  readonly previousToken: string | undefined;
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
}

/** A provider of single sign-on asks for its own second factor. */
const lacksSecondFactor = (account: Account, signedInBy: SignInMethod): boolean =>
  signedInBy === "password" && readAccountSettings(account.settings).require_second_factor;

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
  const nowMs = context.clock.nowMs();
  const maxAgeS = context.config.accounts.sessionTtlS;
  const token = createSecret();
  await endPrevious(start, nowMs);
  await repositories.browserSessions.create({
    id: randomUUID(),
    tokenHash: hashSecret(token),
    userId: identified.user.id,
    accountId: identified.account.id,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs: nowMs + maxAgeS * 1000,
    ip: browser.address,
    userAgent: browser.userAgent?.slice(0, USER_AGENT_CHARS_MAX) ?? null,
    signedInBy,
  });
  await repositories.users.update({ id: identified.user.id, lastSignInAtMs: nowMs });
  return {
    token,
    maxAgeS,
    me: meToWire(context, {
      ...identified,
      lacksSecondFactor: lacksSecondFactor(identified.account, signedInBy),
    }),
  };
}

interface FinderOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  /** @unit seconds */
  readonly sessionTtlS: number;
}

export function createBrowserSessionFinder(options: FinderOptions): BrowserSessionFinder {
  const { storage, clock, sessionTtlS } = options;
  return {
    findBrowserSession: async (token): Promise<UserPrincipal | undefined> => {
      const nowMs = clock.nowMs();
      const active = await storage.browserSessions.findActive({ tokenHash: hashSecret(token), nowMs });
      if (active === undefined) return undefined;
      const { session, user, role, account } = active;
      if (nowMs - session.lastSeenAtMs >= TOUCH_AFTER_MS)
        await storage.browserSessions.touch({
          id: session.id,
          lastSeenAtMs: nowMs,
          expiresAtMs: nowMs + sessionTtlS * 1000,
        });
      const { id: userId, email } = user;
      return {
        kind: "user",
        accountId: session.accountId,
        userId,
        email,
        role,
        browserSessionId: session.id,
        signedInBy: session.signedInBy,
        lacksSecondFactor: lacksSecondFactor(account, session.signedInBy),
      };
    },
  };
}
