// Starts the service and stays until it is stopped. The first start shows a key and a line that works when pasted.
import { exampleIds } from "@signalbox/catalog";
import type { Config } from "@signalbox/contracts";
import {
  collectGarbage,
  createLogger,
  databaseLocationOf,
  runWorkers,
  shareLimits,
  startServer,
  warmUp,
  workerLink,
  type Announcement,
  type WorkerLink,
} from "@signalbox/server";

import type { Command, ExitCode, Invocation } from "../command.ts";
import { ensureDashboard } from "../dashboard/ensure-dashboard.ts";
import { CLEAR_TEXT_WARNING, reachableAddresses, alignColumns, COMMAND_NAME } from "../output/text.ts";

/** A request to paste, with the newest models that the catalogue knows. */
function curlLine(url: string, key: string, models: readonly string[]): string {
  const body = JSON.stringify({
    messages: [{ role: "user", content: "Explain in two sentences why the sky is blue." }],
    llm_providers: models.map((model) => ({ model })),
    tradeoff: "cost",
  });
  return `curl -s ${url}/api/v1/model-select -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${body}'`;
}

function renderBanner(announcement: Announcement, config: Config, startedMs: number): string {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const { firstStart, url, artefactVersion, exampleModels } = announcement;
  const others = reachableAddresses(config.server.host, new URL(url).port);
  const facts = alignColumns([
    ["  Address", url],
    ...others.map((address) => ["", address]),
    ["  Reference", `${url}/docs`],
    ["  Database", databaseLocationOf(config).publicName],
    ["  Model", artefactVersion],
  ]);
  const first =
    firstStart === undefined
      ? `  Keys: \`${COMMAND_NAME} keys create\`. Try it with yours:\n`
      : `  Your first API key, shown this once:\n\n  ${firstStart.key}\n\n` +
        `  Make the dashboard yours: ${url}/claim#token=${firstStart.claimToken}\n\n  Try it:\n`;
  const key = firstStart?.key ?? "$SIGNALBOX_API_KEY";
  const warning = others.length === 0 ? "" : `  ${CLEAR_TEXT_WARNING}\n\n`;
  return `\nSignalbox is ready (${seconds} s).\n\n${facts}\n${warning}${first}\n  ${curlLine(url, key, exampleModels)}\n\n`;
}

function announce(invocation: Invocation, announcement: Announcement, startedMs: number): void {
  if (!invocation.isOn("json")) {
    invocation.console.out(renderBanner(announcement, invocation.config(), startedMs));
    return;
  }
  const { url, firstStart } = announcement;
  const line = { url, key: firstStart?.key ?? null, claim_token: firstStart?.claimToken ?? null };
  invocation.console.out(`${JSON.stringify(line)}\n`);
}

interface Running {
  readonly announcement: Announcement;
  /** Once it is announced: what makes later requests quicker and the process smaller, but not the start. */
  readonly settle: () => Promise<void> | undefined;
  readonly stop: () => Promise<void>;
}

async function serveAlone(config: Config): Promise<Running> {
  const server = await startServer({ config });
  const { url, firstStart, service } = server;
  const announcement = {
    url,
    firstStart,
    artefactVersion: service.engine.artefactVersion,
    exampleModels: exampleIds(service.context.catalog),
  };
  let isStopping = false;
  const settle = async (): Promise<void> => {
    try {
      await warmUp(service.context, () => isStopping);
      if (!isStopping) await collectGarbage();
    } catch (cause) {
      service.context.logger.warn({ cause }, "the service could not be warmed up");
    }
  };
  const stop = (): Promise<void> => {
    isStopping = true;
    return server.stop();
  };
  return { announcement, settle, stop };
}

/** One of several processes: the first one announces, and passes on the signal to stop. */
async function serveAsWorker(link: WorkerLink, config: Config): Promise<ExitCode> {
  const stopped = link.untilStopped();
  const { announcement, settle, stop } = await serveAlone(shareLimits(config));
  link.announce(announcement);
  void settle();
  await stopped;
  await stop();
  link.close();
  return 0;
}

/** Undefined when the service could not start, and said why. */
async function begin(config: Config): Promise<Running | undefined> {
  if (config.server.workers === 1) return serveAlone(config);
  const workers = await runWorkers({ config, logger: createLogger(config.log.level) });
  // Each of them settles by itself.
  return workers && { ...workers, settle: () => undefined };
}

export const serve: Command = {
  name: "serve",
  usage: "serve [SETTINGS]",
  summary: "Start the service: API, dashboard and reference.",
  details: [
    "The first start creates the data directory, the database, an account and a key.",
    "Ctrl-c or SIGTERM finishes the requests in flight and flushes the journal.",
    "--workers N shares the port among N processes, one per core.",
  ],
  options: {
    "no-dashboard": {
      type: "boolean",
      description: "Do not build the dashboard when it is missing or stale.",
    },
    json: { type: "boolean", description: "Announce the address and the first key as one line of JSON." },
  },
  takesConfiguration: true,
  examples: [
    "signalbox serve",
    "HOST=0.0.0.0 PORT=9000 signalbox serve",
    "signalbox serve --database-url postgres://localhost/signalbox",
    "signalbox serve --workers 4",
  ],
  run: async (invocation) => {
    const startedMs = performance.now();
    const config = invocation.config();
    const link = workerLink();
    if (link !== undefined) return serveAsWorker(link, config);
    if (!invocation.isOn("no-dashboard")) await ensureDashboard(invocation.console);
    const stopped = invocation.console.untilStopped();
    const running = await begin(config);
    if (running === undefined) return 1;
    announce(invocation, running.announcement, startedMs);
    void running.settle();
    const signal = await stopped;
    invocation.console.error(`signalbox: ${signal}, finishing requests in flight ...\n`);
    await running.stop();
    return 0;
  },
};
