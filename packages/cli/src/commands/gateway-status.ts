import { SignalboxError, isRecord } from "@signalbox/contracts";
import { dollars, planWords, type GatewayStatus } from "@signalbox/gateway";
import { JSON_OPTION, type Command, type OptionSpec } from "../command.ts";
import { askGateway, gatewayKey, gatewayUrl } from "../gateway/ask-gateway.ts";
import { alignColumns } from "../output/text.ts";

const GATEWAY_ADDRESS: Readonly<Record<string, OptionSpec>> = {
  url: {
    type: "string",
    value: "URL",
    description: "Address of the gateway; default SIGNALBOX_GATEWAY_URL or http://127.0.0.1:8788.",
  },
  port: { type: "string", value: "N", description: "Port of a local gateway, instead of --url." },
  key: { type: "string", value: "SECRET", description: "Its key; default SIGNALBOX_GATEWAY_KEY." },
};

function lessonWords({
  model,
  takes,
  sessions,
  holds_for_all,
  seconds,
}: GatewayStatus["learned"][number]): string {
  const reach = holds_for_all ? "all sessions" : `${sessions} ${sessions === 1 ? "session" : "sessions"}`;
  return `${model} ${takes} (${reach}, for ${Math.ceil(seconds / 60)} min)`;
}

const endWords = ({ model, on, successor }: GatewayStatus["ending"][number]): string =>
  `${model} on ${on}${successor === undefined ? "" : `, then ${successor}`}`;

function render({
  up_s,
  leases,
  candidates,
  ending,
  upstreams,
  paused,
  learned,
  totals,
  last,
  lines,
}: GatewayStatus): string {
  const { calls, priced, usd, compared, savedUsd, ownModel, planCalls, planTokens } = totals;
  const facts = alignColumns([
    ["Up", `${up_s} s`],
    ["Models", candidates.join(", ")],
    ["Ending", ending.map(endWords).join("; ") || "none within 60 days"],
    ["Providers", upstreams.map(({ name, url }) => `${name} ${url}`).join(", ")],
    [
      "Passed over",
      paused.map(({ provider, seconds }) => `${provider} for ${seconds} s`).join(", ") || "none",
    ],
    ["Learned", learned.map(lessonWords).join("; ") || "nothing"],
    ["Agents", `${leases} started by \`run\``],
    ["Calls", `${calls}, ${ownModel} not routed`],
    ...(planCalls === 0
      ? []
      : [["Plans", `${planWords(last?.plan ?? [], planTokens)}, ${planCalls} of ${calls} calls`] as const]),
    [
      "Spent",
      `${dollars(usd)} on ${priced} of ${calls - planCalls} calls; the price of the others is unknown`,
    ],
    [
      "Saved",
      `${dollars(savedUsd)} on ${compared} of ${calls - planCalls} calls; against the model that each named, or the most expensive where it was \`auto\`; unknown for the others`,
    ],
  ]);
  return `${facts}\n${lines.map((line) => `${line}\n`).join("")}`;
}

export const gatewayStatus: Command = {
  name: "gateway status",
  usage: "gateway status [--url URL | --port N]",
  summary: "Show the last calls, cost, savings and provider failures of a running gateway.",
  details: ["Fails if no gateway answers."],
  options: { ...GATEWAY_ADDRESS, json: JSON_OPTION },
  takesConfiguration: false,
  examples: ["signalbox gateway status", "signalbox gateway status --port 8790"],
  run: async (invocation) => {
    const url = gatewayUrl(invocation);
    const status = await askGateway({ url, key: gatewayKey(invocation) });
    if (status === undefined)
      throw new SignalboxError(
        "dependency_unavailable",
        `No gateway answers at ${url}. Start one with \`signalbox gateway\`.`,
      );
    invocation.console.out(invocation.isOn("json") ? `${JSON.stringify(status, null, 2)}\n` : render(status));
    return 0;
  },
};

// The status line of Claude Code: it writes the session as JSON to standard input, and shows the first line that comes back.
function sessionOf(text: string): string | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return isRecord(said) && typeof said["session_id"] === "string" ? said["session_id"] : undefined;
  } catch {
    return undefined;
  }
}

function line({ last, totals, ending }: GatewayStatus): string {
  if (last === null) return "signalbox: no call yet";
  const name = last.model.slice(last.model.lastIndexOf("/") + 1);
  const saved =
    totals.compared === 0
      ? "saving unknown"
      : `saved ${dollars(totals.savedUsd)} on ${totals.compared} of ${totals.calls} calls`;
  const bill = last.plan === null ? [dollars(totals.usd), saved] : [planWords(last.plan, totals.planTokens)];
  const end = ending.find(({ model }) => model === last.model);
  const ends = end === undefined ? null : `ends ${end.on}`;
  return [name, ends, last.reason, last.is_marked ? "cache marked" : null, ...bill]
    .filter((part) => part !== null)
    .join(" · ");
}

export const statusline: Command = {
  name: "statusline",
  usage: "statusline [--url URL | --port N]",
  summary: "Print a status line for Claude Code: model, reason, cost, savings.",
  details: [
    "Reads the session that Claude Code's `statusLine` setting writes to standard input. Never fails.",
  ],
  options: GATEWAY_ADDRESS,
  takesConfiguration: false,
  examples: ['{ "statusLine": { "type": "command", "command": "signalbox statusline" } }'],
  run: async (invocation) => {
    const session = sessionOf(await invocation.console.readInput());
    const status = await askGateway({ url: gatewayUrl(invocation), key: gatewayKey(invocation), session });
    invocation.console.out(`${status === undefined ? "signalbox: no gateway" : line(status)}\n`);
    return 0;
  },
};
