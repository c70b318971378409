// What every use-case gets: the outside world behind small interfaces, built once by `create-service.ts` and frozen.
import type { Catalog } from "@signalbox/catalog";
import type { Config } from "@signalbox/contracts";
import type { Journal, Storage } from "@signalbox/storage";

import type { AccountStates } from "./account-state.ts";
import type { BudgetLedger } from "./budget-ledger.ts";
import type { DigestKeys } from "./digest-keys.ts";
import type { EngineHolder } from "./engine-holder.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";
import type {
  BrowserSessionFinder,
  ConversationChains,
  KeyFinder,
  RateLimits,
  SessionMemory,
} from "./ports.ts";
import type { PageWatch } from "./page-watch.ts";
import type { Randomness } from "./randomness.ts";
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
  readonly budgets: BudgetLedger;
  readonly metrics: Metrics;
  readonly tally: ServiceTally;
  readonly strain: Strain;
  readonly pages: PageWatch;
}
