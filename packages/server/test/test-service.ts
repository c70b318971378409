// A whole service for tests over its real HTTP application, the shipped artefact and a real database; only the network
// card is left out. The clock stands still until a test moves it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

import { listSettings } from "@signalbox/contracts";
import { startTestPostgres } from "@signalbox/storage/testing";

import { loadConfig } from "../src/config/load-config.ts";
import type { App } from "../src/http/app.ts";
import { createService } from "../src/composition/create-service.ts";
import { prepareFirstStart, type FirstStart } from "../src/composition/first-start.ts";
import type { Logger } from "../src/context/logger.ts";
import type { ServiceContext } from "../src/context/service-context.ts";
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
  /** For replicas that share a database. */
  readonly clock?: TestClock;
  /** In place of the silent one. */
  readonly logger?: Logger;
}

const START_MS = Date.UTC(2026, 0, 15, 12);

export function createTestClock(): TestClock {
  const clock: TestClock = { ms: START_MS, nowMs: () => clock.ms };
  return clock;
}

const FLAGS: ReadonlySet<string> = new Set(listSettings().map(({ flag }) => flag));

/** @throws Error for a flag that no setting has: the service would run with its defaults */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-test-"));
  const flags = { "sign-up": "open", "data-dir": dataDir, "log-level": "silent", ...options.flags };
  const unknown = Object.keys(flags).find((flag) => !FLAGS.has(flag));
  if (unknown !== undefined) throw new Error(`no setting has the flag --${unknown}`);
  const clock = options.clock ?? createTestClock();
  const service = await createService({
    config: loadConfig({ file: undefined, env: {}, flags }),
    clock,
    ...(options.logger && { logger: options.logger }),
    areResponsesChecked: true,
  });
  const { app, context } = service;
  await app.http.ready();
  const firstStart = await prepareFirstStart(context);
  clock.ms += 1000;
  return {
    app,
    context,
    clock,
    firstStart,
    browser: (address = "203.0.113.7") => createBrowser(app, address),
    close: async () => {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Two replicas on one database of a PostgreSQL server of their own, which end with the test. */
export async function startReplicas(t: TestContext) {
  const postgres = await startTestPostgres();
  const open: TestService[] = [];
  t.after(async () => {
    // A service without its database tries to reach it for as long as it is open.
    for (const service of open) await service.close();
    await postgres.stop();
  });
  const flags = { "database-url": await postgres.createDatabase() };
  const clock = createTestClock();
  const here = await startTestService({ flags, clock });
  open.push(here);
  const there = await startTestService({ flags, clock });
  open.push(there);
  return { postgres, here, there };
}
