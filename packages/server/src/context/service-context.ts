// Everything that every use-case gets: the outside world behind small interfaces, built once by `create-service.ts` and frozen.
import type { Catalog } from "@signalbox/catalog";
import type { Config } from "@signalbox/contracts";
import type { Journal, Storage } from "@signalbox/storage";
import type { Engine } from "@signalbox/engine";
import type { AccountStates } from "./account-state.ts";
import type { DigestKeys } from "./digest-keys.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Clock, Randomness } from "./clock.ts";
import type { Logger } from "./logger.ts";
import type {
  BrowserSessionFinder,
  ConversationChains,
  KeyFinder,
  RateLimits,
  SessionMemory,
} from "./ports.ts";
import type { PageWatch } from "./page-watch.ts";
import type { ServiceTally } from "./service-tally.ts";
import type { Strain } from "./strain.ts";

export interface ServiceContext {
  readonly config: Config;
  readonly storage: Storage;
  readonly journal: Journal;
  /** Replaced as a whole when an artefact or a policy changes: read it once per request. */
  readonly engine: Pick<EngineHolder, "current" | "artefactVersion" | "artefactDir">;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly random: Randomness;
  readonly logger: Logger;
  readonly keys: KeyFinder;
  readonly browserSessions: BrowserSessionFinder;
  /** Settings, catalogue and learned state of accounts, in memory. */
  readonly accounts: AccountStates;
  readonly digestKeys: DigestKeys;
  readonly sessions: SessionMemory;
  readonly chains: ConversationChains;
  readonly rateLimits: RateLimits;
  readonly metrics: Metrics;
  readonly tally: ServiceTally;
  readonly strain: Strain;
  readonly pages: PageWatch;
}

// The engine that decides now. It is replaced as a whole: a request that began with the old one ends with it.
export interface LoadedEngine {
  readonly engine: Engine;
  /** The artefact that accounts' learning and client-computed features are tied to. */
  readonly artefactVersion: string;
  readonly artefactDir: string;
}

export interface EngineHolder extends Omit<LoadedEngine, "engine"> {
  readonly current: Engine;
  /**
   * Reads the directory of the deciding artefact again and switches to it.
   * @throws SignalboxError invalid_artefact, keeping the old
   */
  reload(directory: string): Promise<void>;
}
