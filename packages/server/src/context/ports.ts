// What use cases need from rooms that are built once, as interfaces: who is calling, how often, and in which session.
import type { SessionTurn as EngineTurn } from "@signalbox/engine/internals";

import type { Principal, UserPrincipal } from "./principal.ts";

/** Finds principals by credentials. Answers undefined for unknown, expired and revoked ones alike. */
export interface KeyFinder {
  /** Memory first, storage on a miss: a plain value when it is known already, so that the hot path need not wait. */
  findKey(secret: string): Principal | undefined | Promise<Principal | undefined>;
}

export interface BrowserSessionFinder {
  /** @param token the cookie's value */
  findBrowserSession(token: string): Promise<UserPrincipal | undefined>;
}

export interface SessionTurn extends EngineTurn {
  readonly accountId: string;
  readonly chainId: string;
  readonly createdAtMs: number;
}

export interface SessionMemory {
  remember(turn: SessionTurn): void;
  /** @throws SignalboxError not_found for unknown and foreign sessions alike */
  find(accountId: string, sessionId: string): SessionTurn | Promise<SessionTurn>;
}

export interface RateLimits {
  /**
   * Takes one request from the bucket.
   * @param perMinute 0 = no limit
   * @throws SignalboxError rate_limited with the seconds until the next token
   */
  take(owner: string, perMinute: number): void;
}
