// The status line of Claude Code: it writes the session as JSON to standard input, and shows the first line that comes back.
import { isRecord } from "@signalbox/contracts";
import { dollars, type GatewayStatus } from "@signalbox/gateway";

import type { Command } from "../command.ts";
import { askGateway, gatewayUrl } from "../gateway/ask-gateway.ts";
import { GATEWAY_ADDRESS } from "./gateway-status.ts";

function sessionOf(text: string): string | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return isRecord(said) && typeof said["session_id"] === "string" ? said["session_id"] : undefined;
  } catch {
    return undefined;
  }
}

function line({ last, totals }: GatewayStatus): string {
  if (last === null) return "signalbox: no call yet";
  const name = last.model.slice(last.model.lastIndexOf("/") + 1);
  const saved =
    totals.compared === 0
      ? "saving unknown"
      : `saved ${dollars(totals.savedUsd)} on ${totals.compared} of ${totals.calls} calls`;
  return [name, last.reason, dollars(totals.usd), saved].filter((part) => part !== null).join(" · ");
}

export const statusline: Command = {
  name: "statusline",
  usage: "statusline [--url URL]",
  summary: "One line on a Claude Code session: its model, why, dollars, savings.",
  details: [
    "Reads the session from standard input, as Claude Code's `statusLine` setting writes it. Never fails.",
  ],
  options: GATEWAY_ADDRESS,
  takesConfiguration: false,
  examples: ['{ "statusLine": { "type": "command", "command": "signalbox statusline" } }'],
  run: async (invocation) => {
    const session = sessionOf(await invocation.console.readInput());
    const status = await askGateway({ url: gatewayUrl(invocation), key: invocation.text("key"), session });
    invocation.console.out(`${status === undefined ? "signalbox: no gateway" : line(status)}\n`);
    return 0;
  },
};
