// A whole service for tests over its real HTTP application and a real database; only the network card is left out.
// The engine runs on a tiny routing model, so that these tests judge the service and not the science.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createCatalog } from "@signalbox/catalog";
import type { Config } from "@signalbox/contracts";
import { createEngine } from "@signalbox/engine";
import { createJournal, openStorage } from "@signalbox/storage";

import { createTinyModel } from "../../engine/test/tiny-model.ts";
import { loadConfig } from "../src/config/load-config.ts";
import { buildApp, type App } from "../src/http/app.ts";
import { ROUTES } from "../src/http/routes/index.ts";
import { systemRandomness } from "../src/runtime/randomness.ts";
import { createMetrics } from "../src/metrics/metrics.ts";
import { createAccountStates } from "../src/runtime/account-states.ts";
import { prepareFirstStart, type FirstStart } from "../src/runtime/first-start.ts";
import { createLogger } from "../src/runtime/logger.ts";
import type { ServiceContext } from "../src/runtime/service-context.ts";
import { createStateSources } from "../src/runtime/state-sources.ts";
import { createBrowserSessionFinder } from "../src/services/auth/browser-session.ts";
import { createSessionMemory } from "../src/services/decisions/session-memory.ts";
import { createKeyFinder } from "../src/services/keys-auth/key-finder.ts";
import { createRateLimits } from "../src/services/keys-auth/rate-limits.ts";
import { createBrowser, type TestBrowser } from "./test-browser.ts";

export interface TestClock {
  ms: number;
  nowMs(): number;
}

export interface TestService {
  readonly app: App;
  readonly context: ServiceContext;
  readonly clock: TestClock;
  readonly firstStart: FirstStart | undefined;
  /** A browser with an empty cookie jar. @param address where it calls from */
  browser(address?: string): TestBrowser;
  close(): Promise<void>;
}

export interface TestServiceOptions {
  /** As on the command line. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Default: a SQLite file of its own. */
  readonly storageUrl?: string;
  /** For replicas that share a database. */
  readonly clock?: TestClock;
}

const START_MS = Date.UTC(2026, 0, 15, 12);
const catalog = createCatalog();
const model = createTinyModel();
const engine = {
  current: createEngine({ model, catalogueVersion: catalog.version, defaults: {} }),
  artefactVersion: model.version,
};

export function createTestClock(): TestClock {
  const clock: TestClock = { ms: START_MS, nowMs: () => clock.ms };
  return clock;
}

async function composeContext(config: Config, url: string, clock: TestClock) {
  const storage = await openStorage({ url });
  const journal = createJournal(storage, {});
  const keys = createKeyFinder(storage, clock);
  const sessionTtlS = config.accounts.sessionTtlS;
  const context: ServiceContext = {
    config,
    storage,
    journal,
    engine,
    catalog,
    clock,
    random: { ...systemRandomness, uniform: () => 0.5 },
    logger: createLogger("silent"),
    keys,
    browserSessions: createBrowserSessionFinder({ storage, clock, sessionTtlS }),
    accounts: createAccountStates(createStateSources({ storage, catalog, engine })),
    sessions: createSessionMemory(storage),
    rateLimits: createRateLimits(clock),
    metrics: createMetrics(),
  };
  return { context, keys };
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-test-"));
  const flags = { "sign-up": "open", "data-dir": dataDir, ...options.flags };
  const config = loadConfig({ file: undefined, env: {}, flags });
  const clock = options.clock ?? createTestClock();
  const { context, keys } = await composeContext(
    config,
    options.storageUrl ?? join(dataDir, "signalbox.db"),
    clock,
  );
  const app = buildApp({ context, routes: ROUTES, areResponsesChecked: true });
  await app.http.ready();
  const firstStart = await prepareFirstStart(context.storage, clock);
  clock.ms += 1000;
  return {
    app,
    context,
    clock,
    firstStart,
    browser: (address = "203.0.113.7") => createBrowser(app, address),
    close: async () => {
      await app.http.close();
      await context.journal.close();
      keys.close();
      context.accounts.close();
      await context.storage.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
