// A router for coding agents on this machine: three doors of the protocols that they speak.
import { SignalboxError } from "@signalbox/contracts";
import { callLine } from "@signalbox/gateway";

import type { Command, Invocation } from "../command.ts";
import { ensureDashboard } from "../dashboard/ensure-dashboard.ts";
import { CLIENTS } from "../gateway/clients.ts";
import { GATEWAY_OPTIONS } from "../gateway/gateway-options.ts";
import { openGateway, type OpenGateway } from "../gateway/open-gateway.ts";
import { CLEAR_TEXT_WARNING, reachableAddresses, alignColumns, COMMAND_NAME } from "../output/text.ts";

/** The Overview in reported dollars, against what the agents would have called. */
const savingsUrl = (url: string): string => `${url}/?baseline=named`;

const claimUrlOf = ({ url, firstStart }: OpenGateway): string | undefined =>
  firstStart === undefined ? undefined : `${url}/claim#token=${firstStart.claimToken}`;

function banner(gateway: OpenGateway, startedMs: number): string {
  const { url, settings, decidesHere } = gateway;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const facts = alignColumns([
    ["  Address", url],
    ...(decidesHere ? [["  Dashboard", claimUrlOf(gateway) ?? `${url}/`] as const] : []),
    ...(decidesHere ? [["  Savings", savingsUrl(url)] as const] : []),
    ["  Models", settings.candidates.map(({ label }) => label).join(", ")],
    ["  Providers", settings.upstreams.map((upstream) => upstream.url).join(", ")],
    ["  Agents", `${COMMAND_NAME} run ${Object.keys(CLIENTS).join(" | ")}`],
  ]);
  const others = reachableAddresses(settings.host, new URL(url).port);
  const warning = others.length === 0 ? "" : `\n  ${CLEAR_TEXT_WARNING}\n`;
  return `\nThe gateway is ready (${seconds} s).\n\n${facts}${warning}\n`;
}

/** From the last agent that leaves to the end of a gateway that was started for agents. @unit milliseconds */
const LINGER_MS = 60_000;

/** "2%" or "0.02" */
function sampleShareOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (text !== "" && share > 0 && share <= 1) return share;
  throw new SignalboxError("bad_request", "--sample takes a share of the calls, such as 2%.");
}

async function serveGateway(invocation: Invocation): Promise<0> {
  const startedMs = performance.now();
  const { console } = invocation;
  const isLocal = invocation.text("signalbox") === undefined && invocation.serverUrl() === undefined;
  if (isLocal && !invocation.isOn("no-dashboard")) await ensureDashboard(console);
  const stopped = console.untilStopped();
  const { promise: unused, resolve: onUnused } = Promise.withResolvers<void>();
  const gateway = await openGateway(invocation, {
    onCall: (entry) => {
      if (!invocation.isOn("detached")) console.out(`${callLine(entry)}\n`);
    },
    sampleShare: sampleShareOf(invocation.text("sample")),
    leases: invocation.isOn("detached") ? { lingerMs: LINGER_MS, onUnused } : undefined,
  });
  const announced = { url: gateway.url, claimUrl: claimUrlOf(gateway) };
  console.out(invocation.isOn("json") ? `${JSON.stringify(announced)}\n` : banner(gateway, startedMs));
  await Promise.race([stopped, unused]);
  await gateway.close();
  return 0;
}

export const gateway: Command = {
  name: "gateway",
  usage: "gateway [--candidates LIST] [--upstream URL | --config FILE]",
  summary: "Route the calls of coding agents: Messages, Chat Completions, Responses.",
  details: [
    "Replaces the model of each call, forwards the rest unchanged, and prints one line per call.",
    "Forwards the client's keys or takes them from the environment; stores none.",
  ],
  options: {
    ...GATEWAY_OPTIONS,
    sample: {
      type: "string",
      value: "SHARE",
      description: "Share of calls to keep in memory for `prove`, such as 2%; needs a key. Default: none.",
    },
    "no-dashboard": {
      type: "boolean",
      description: "Do not build the dashboard when it is missing or stale.",
    },
    detached: {
      type: "boolean",
      description: "Exit a minute after the last agent of `run`; print no lines.",
    },
    json: { type: "boolean", description: "Announce the address as one line of JSON." },
  },
  takesConfiguration: false,
  examples: [
    "signalbox gateway",
    "signalbox gateway --tradeoff cost --baseline claude-opus-4-8",
    "signalbox gateway --upstream https://openrouter.ai/api --candidates openai/gpt-6-luna,anthropic/claude-opus-5.5",
  ],
  run: serveGateway,
};
