// What every use-case gets: the outside world behind small interfaces, built once by `create-service.ts` and frozen.
import type { Catalog } from "@signalbox/catalog";
import type { Config } from "@signalbox/contracts";
import type { Journal, Storage } from "@signalbox/storage";

import type { Metrics } from "../metrics/metrics.ts";
import type { SessionMemory } from "../services/decisions/session-memory.ts";
import type { RateLimits } from "../services/auth/keys/rate-limits.ts";
import type { AccountStates } from "../services/accounts/account-states.ts";
import type { EngineHolder } from "../composition/create-engine-holder.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";
import type { Principal, UserPrincipal } from "./principal.ts";
import type { Randomness } from "./randomness.ts";

/** Finds principals by credentials. Answers undefined for unknown, expired and revoked ones alike. */
export interface KeyFinder {
  /** Memory first, storage on a miss: a plain value when it is known already, so that the hot path need not wait. */
  findKey(secret: string): Principal | undefined | Promise<Principal | undefined>;
}

export interface BrowserSessionFinder {
  /** @param token the cookie's value */
  findBrowserSession(token: string): Promise<UserPrincipal | undefined>;
}

export interface ServiceContext {
  readonly config: Config;
  readonly storage: Storage;
  readonly journal: Journal;
  /** Replaced as a whole when an artefact or a policy changes: read it once per request. */
  readonly engine: Pick<EngineHolder, "current" | "artefactVersion" | "contentArtefact" | "transformer">;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly random: Randomness;
  readonly logger: Logger;
  readonly keys: KeyFinder;
  readonly browserSessions: BrowserSessionFinder;
  /** Settings, catalogue and learned state of accounts, in memory. */
  readonly accounts: AccountStates;
  readonly sessions: SessionMemory;
  readonly rateLimits: RateLimits;
  readonly metrics: Metrics;
}
