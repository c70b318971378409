// Builds one running service from its configuration, and takes it down in the reverse order: requests in flight end,
// the journal is flushed, noted key uses are written, the database is closed.
import { join, resolve } from "node:path";
import { catalogAgeOf, type Catalog } from "@signalbox/catalog";
import type { Config } from "@signalbox/contracts";
import { createJournal, type Journal, type SpoolOptions, type Storage } from "@signalbox/storage";
import type { DigestKeys } from "../context/digest-keys.ts";
import type { EngineHolder, ServiceContext } from "../context/service-context.ts";
import type { RateLimits } from "../context/ports.ts";
import { buildApp, type App } from "../http/app.ts";
import { ROUTES } from "../http/routes/index.ts";
import { createSite } from "../http/site.ts";
import { createReplicaReporter } from "../services/service-health/replicas.ts";
import { createLearning } from "./create-learning.ts";
import { METRICS } from "../metrics/metric-table.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { createServiceTally } from "../context/service-tally.ts";
import { createBrowserSessionFinder } from "../services/auth/sessions.ts";
import { createConversationChains } from "../services/decisions/conversation-chains.ts";
import { createJournalledPrefixes } from "../services/decisions/journalled-prefixes.ts";
import { createSessionMemory } from "../services/decisions/session-memory.ts";
import { createKeyFinder, type CachedKeyFinder } from "../services/auth/keys/key-finder.ts";
import { createRateLimits, createWorkerRateLimits } from "../services/auth/keys/rate-limits.ts";
import { createSharedRateLimits } from "../services/auth/keys/shared-rate-limits.ts";
import { workerLink } from "../workers/worker-link.ts";
import { writeFailedSignIns } from "../services/audit/failed-sign-ins.ts";
import { createDigestKeys } from "../services/digest-keys/digest-keys.ts";
import { createAccountStates } from "../services/accounts/account-states.ts";
import { startBackground } from "./background.ts";
import { systemClock, type Clock, systemRandomness, type Randomness } from "../context/clock.ts";
import { createEngineHolder } from "./create-engine-holder.ts";
import { droppedLogLines } from "../context/log-destination.ts";
import { createLogger, type Logger } from "../context/logger.ts";
import { watchPages } from "../context/page-watch.ts";
import { watchStrain } from "../context/strain.ts";
import { sweepTemporaryFolders } from "../context/temporary-folder.ts";
import { loadConfiguredCatalog, openConfiguredStorage } from "./open-configured.ts";
import { createCatalogHolder, refreshCatalog } from "./refresh-catalogue.ts";
import { createStateSources } from "./state-sources.ts";

/** Runs every step even if an earlier one failed, so that nothing stays open; then throws the first fault. */
async function closeInOrder(steps: readonly (() => unknown)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}

const DASHBOARD_DIR = join(import.meta.dirname, "../../../web/dist");

export interface ServiceOptions {
  readonly config: Config;
  /** Default: as the configuration names it. */
  readonly catalog?: Catalog;
  readonly clock?: Clock;
  readonly random?: Randomness;
  readonly logger?: Logger;
  /** Built dashboard; default the repository's. */
  readonly dashboardDir?: string;
  /** Tests only: answers that do not fit their schema become internal errors. */
  readonly areResponsesChecked?: boolean;
}

export interface Service {
  readonly context: ServiceContext;
  readonly app: App;
  readonly engine: EngineHolder;
  /** Ends requests in flight, flushes, closes. Safe to call twice. */
  close(): Promise<void>;
}

function addGauges(metrics: Metrics, journal: Journal, app: () => App): void {
  metrics.addGauge(METRICS.queuedRows, () => journal.figures().queuedRows);
  metrics.addGauge(METRICS.committedRows, () => journal.figures().committedRows);
  metrics.addGauge(METRICS.failedRows, () => journal.figures().failedRows);
  metrics.addGauge(METRICS.spooling, () => Number(journal.isSpooling));
  metrics.addGauge(METRICS.spooledRows, () => journal.figures().spooledRows);
  metrics.addGauge(METRICS.replayedRows, () => journal.figures().replayedRows);
  metrics.addGauge(METRICS.droppedRows, () => journal.figures().droppedRows);
  metrics.addGauge(METRICS.inFlight, () => app().admission.inFlight);
  metrics.addGauge(METRICS.waitingTurns, () => app().admission.waiting);
  metrics.addGauge(METRICS.refusedShares, () => app().admission.refused);
}

function addStrain({ metrics, strain, pages, catalog, clock }: ServiceContext): void {
  metrics.addGauge(METRICS.factsDays, () => catalogAgeOf(catalog.readOn, clock.nowMs()).factsDays);
  metrics.addGauge(METRICS.pricesDays, () => catalogAgeOf(catalog.readOn, clock.nowMs()).pricesDays);
  metrics.addGauge(METRICS.memoryShare, () => strain.memoryShare);
  metrics.addGauge(METRICS.memoryShort, () => Number(strain.isShortOfMemory));
  metrics.addGauge(METRICS.clockJumps, () => strain.clockJumps);
  metrics.addGauge(METRICS.damagedPages, () => Number(pages.state === "damaged"));
  metrics.addCounter(METRICS.logDropped, droppedLogLines);
}

function spoolOf({ storage }: Config, logger: Logger): SpoolOptions {
  return {
    directory: join(resolve(storage.dataDir), "spool"),
    awayMs: storage.awayMs,
    bytesMax: storage.spoolBytesMax,
    onFault: (cause) => {
      logger.error({ cause }, "the spool of decisions had a fault");
    },
  };
}

/** A database in a file is never away: its caches are never older than the file. */
const absenceOf = (config: Config, { dialect }: Storage, journal: Journal) => ({
  awayMs: dialect.isRemote ? config.storage.awayMs : 0,
  isAway: () => journal.isSpooling,
});

/** A decision may be asked for as soon as it is answered: the read waits for its commit. */
function awaitCommits(storage: Storage, journal: Journal): Storage {
  const { decisions } = storage;
  type Place = Parameters<Storage["decisions"]["find"]>[0];
  const settled =
    <T>(read: (input: Place) => Promise<T>) =>
    async (input: Place): Promise<T> => {
      await journal.settled(input.sessionId);
      return read(input);
    };
  const find = settled((input) => decisions.find(input));
  const findSummary = settled((input) => decisions.findSummary(input));
  return { ...storage, decisions: { ...decisions, find, findSummary } };
}

function openRateLimits({ limits }: Config, clock: Clock, logger: Logger): RateLimits | Promise<RateLimits> {
  const link = workerLink();
  const local = link === undefined ? createRateLimits(clock) : createWorkerRateLimits(link.takeToken);
  return limits.redisUrl === "" ? local : createSharedRateLimits({ url: limits.redisUrl, local, logger });
}

interface Parts {
  readonly options: ServiceOptions;
  readonly storage: Storage;
  readonly journal: Journal;
  readonly catalog: Catalog;
  readonly engine: EngineHolder;
  readonly keys: CachedKeyFinder;
  readonly rateLimits: RateLimits;
  readonly digestKeys: DigestKeys;
  readonly logger: Logger;
  readonly clock: Clock;
}

function createContext(parts: Parts): ServiceContext {
  const { options, storage, journal, catalog, engine, keys, rateLimits, digestKeys, logger, clock } = parts;
  const { config } = options;
  const sessions = createSessionMemory(storage);
  const chains = createConversationChains(createJournalledPrefixes(storage.decisions));
  storage.onInvalidate(({ topic, accountId }) => {
    if (topic !== "erased" || accountId === null) return;
    sessions.forgetAll();
    chains.forget(accountId);
  });
  return {
    config,
    storage,
    journal,
    engine,
    catalog,
    clock,
    random: options.random ?? systemRandomness,
    logger,
    keys,
    browserSessions: createBrowserSessionFinder({ storage, clock, config }),
    accounts: createAccountStates(
      createStateSources({ storage, catalog, engine, digestKeys }),
      absenceOf(config, storage, journal),
    ),
    digestKeys,
    sessions,
    chains,
    rateLimits,
    metrics: createMetrics(),
    tally: createServiceTally(clock),
    strain: watchStrain({ memoryPercentMax: config.limits.memoryPercentMax, clock, logger }),
    pages: watchPages(storage, logger),
  };
}

/** Before anything is served: a start without its keys would make digests that nothing matches. */
async function settleDigestKeys(config: Config, storage: Storage, logger: Logger): Promise<DigestKeys> {
  try {
    const digestKeys = await createDigestKeys(config, storage);
    const moved = await digestKeys.settle();
    if (moved > 0) logger.warn({ accounts: moved }, "digest keys were moved out of the database");
    return digestKeys;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

export async function createService(options: ServiceOptions): Promise<Service> {
  const { config } = options;
  const logger = options.logger ?? createLogger(config.log.level);
  const clock = options.clock ?? systemClock;
  const holder = createCatalogHolder(options.catalog ?? (await loadConfiguredCatalog(config)));
  const { catalog } = holder;
  const engine = await createEngineHolder(config, catalog);
  await sweepTemporaryFolders();
  const database = await openConfiguredStorage(config, logger);
  const digestKeys = await settleDigestKeys(config, database, logger);
  const journal = createJournal(database, {
    queueRowsMax: config.limits.journalQueueMax,
    wait: config.storage.journalWait,
    onLost: (cause, rows) => {
      logger.error({ cause, rows }, "decisions could not be kept after they were answered");
    },
    spool: spoolOf(config, logger),
  });
  const storage = awaitCommits(database, journal);
  const keys = createKeyFinder({ storage, clock, absence: absenceOf(config, storage, journal) });
  const rateLimits = await openRateLimits(config, clock, logger);
  const parts = { options, storage, journal, catalog, engine, keys, rateLimits, digestKeys, logger, clock };
  const context = createContext(parts);
  const app = buildApp({
    context,
    routes: ROUTES,
    sendPage: createSite(options.dashboardDir ?? DASHBOARD_DIR),
    areResponsesChecked: options.areResponsesChecked ?? false,
  });
  addGauges(context.metrics, journal, () => app);
  addStrain(context);
  context.metrics.addGauge(METRICS.limitsApproximate, () => Number(rateLimits.counting === "approximate"));
  context.metrics.addGauge(METRICS.limitsApproximated, () => rateLimits.approximated);
  const learning = createLearning(context);
  const reporter = createReplicaReporter(context);
  const refreshCatalogue = (): Promise<void> => refreshCatalog({ config, holder, engine, logger });
  const background = startBackground(context, { keys, learning, reporter, refreshCatalogue });
  let closing: Promise<void> | undefined;
  const closeAll = (): Promise<void> =>
    closeInOrder([
      () => app.http.close(),
      () => learning.interrupt(),
      () => background.stop(),
      () => Promise.resolve(context.strain.stop()),
      () => context.pages.stop(),
      () => writeFailedSignIns(context),
      () => learning.close(),
      () => journal.close(),
      () => keys.flushUses(),
      () => reporter.close(),
      () => keys.close(),
      () => context.accounts.close(),
      () => rateLimits.close(),
      () => storage.close(),
    ]);
  return { context, app, engine, close: () => (closing ??= closeAll()) };
}
