// Starts the service and stays until it is stopped. The first start shows a key and a line that works when pasted.
import type { Config } from "@signalbox/contracts";
import { databaseLocationOf, startServer, type RunningServer } from "@signalbox/server";

import type { Command, Invocation } from "../command.ts";
import { ensureDashboard } from "../dashboard/ensure-dashboard.ts";
import { CLEAR_TEXT_WARNING, reachableAddresses } from "../output/addresses.ts";
import { alignColumns } from "../output/columns.ts";
import { COMMAND_NAME } from "../output/command-name.ts";

const EXAMPLE = JSON.stringify({
  messages: [{ role: "user", content: "Explain in two sentences why the sky is blue." }],
  llm_providers: [
    { provider: "openai", model: "gpt-5-mini" },
    { provider: "openai", model: "gpt-5" },
    { provider: "anthropic", model: "claude-sonnet-4-5" },
  ],
  tradeoff: "cost",
});

function curlLine(url: string, key: string): string {
  return `curl -s ${url}/api/v1/model-select -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${EXAMPLE}'`;
}

function renderBanner(server: RunningServer, config: Config, startedMs: number): string {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const { firstStart, url } = server;
  const others = reachableAddresses(config.server.host, new URL(url).port);
  const facts = alignColumns([
    ["  Address", url],
    ...others.map((address) => ["", address]),
    ["  Reference", `${url}/docs`],
    ["  Database", databaseLocationOf(config).publicName],
    ["  Model", server.service.engine.artefactVersion],
  ]);
  const first =
    firstStart === undefined
      ? `  Keys: \`${COMMAND_NAME} keys create\`. Try it with yours:\n`
      : `  Your first API key, shown this once:\n\n  ${firstStart.key}\n\n` +
        `  Make the dashboard yours: ${url}/claim#token=${firstStart.claimToken}\n\n  Try it:\n`;
  const key = firstStart?.key ?? "$SIGNALBOX_API_KEY";
  const warning = others.length === 0 ? "" : `  ${CLEAR_TEXT_WARNING}\n\n`;
  return `\nSignalbox is ready (${seconds} s).\n\n${facts}\n${warning}${first}\n  ${curlLine(url, key)}\n\n`;
}

function announce(invocation: Invocation, server: RunningServer, startedMs: number): void {
  if (!invocation.isOn("json")) {
    invocation.console.out(renderBanner(server, invocation.config(), startedMs));
    return;
  }
  const { url, firstStart } = server;
  const line = { url, key: firstStart?.key ?? null, claim_token: firstStart?.claimToken ?? null };
  invocation.console.out(`${JSON.stringify(line)}\n`);
}

export const serve: Command = {
  name: "serve",
  usage: "serve [SETTINGS]",
  summary: "Start the service: API, dashboard and reference.",
  details: [
    "Creates the data directory, the database, a first account and a first key when there are none.",
    "Stops on ctrl-c or SIGTERM: requests in flight end, the journal is flushed.",
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
  ],
  run: async (invocation) => {
    const startedMs = performance.now();
    const config = invocation.config();
    if (!invocation.isOn("no-dashboard")) await ensureDashboard(invocation.console);
    const stopped = invocation.console.untilStopped();
    const server = await startServer({ config });
    announce(invocation, server, startedMs);
    const signal = await stopped;
    invocation.console.error(`signalbox: ${signal}, finishing requests in flight ...\n`);
    await server.stop();
    return 0;
  },
};
