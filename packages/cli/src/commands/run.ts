// A coding agent with a gateway before it, in one command. The gateway that runs already is used; else one lives as long as the
// agent does. Nothing is written into anybody's files.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

import { SignalboxError } from "@signalbox/contracts";

import type { Command, Invocation } from "../command.ts";
import { askGateway, gatewayKey, gatewayUrl } from "../gateway/ask-gateway.ts";
import { CLIENTS, type Client } from "../gateway/clients.ts";
import { GATEWAY_OPTIONS } from "../gateway/gateway-options.ts";
import { openGateway } from "../gateway/open-gateway.ts";

interface Gateway {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** As this process was started itself. */
const ownCommand = (): string =>
  [process.execPath, process.argv[1] ?? fileURLToPath(import.meta.url)].map(quoted).join(" ");

async function gatewayFor(invocation: Invocation): Promise<Gateway> {
  const url = gatewayUrl(invocation);
  if ((await askGateway({ url, key: gatewayKey(invocation) })) !== undefined)
    return { url, close: () => Promise.resolve() };
  // The terminal belongs to the agent: `gateway status` and its status line show the calls.
  return openGateway(invocation, { onCall: () => {} });
}

/** Ctrl-c is for the agent, which decides what it means. */
async function runClient(client: Client, gateway: Gateway, invocation: Invocation): Promise<number> {
  const { variables: env } = invocation;
  const setup = client.setUp({ url: gateway.url, key: gatewayKey(invocation), env, signalbox: ownCommand() });
  const ignore = (): void => {};
  process.on("SIGINT", ignore);
  try {
    const child = spawn(client.command, [...setup.args, ...invocation.positionals.slice(1)], {
      stdio: "inherit",
      env: { ...env, ...setup.env },
      shell: process.platform === "win32",
    });
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const advice = isMissing ? ` Install it with \`npm install -g ${client.npm}\`.` : "";
    throw new SignalboxError("bad_request", `${client.command} cannot be started.${advice}`, { cause });
  } finally {
    process.off("SIGINT", ignore);
  }
}

export const run: Command = {
  name: "run",
  usage: `run ${Object.keys(CLIENTS).join("|")} [OPTIONS] [-- ARGUMENTS OF THE AGENT]`,
  summary: "Start a coding agent whose calls are routed.",
  details: [
    "Uses the gateway that runs on this machine, or starts one that ends with the agent.",
    "Points the agent at it by environment and flags alone: no file is changed, so there is nothing to undo.",
  ],
  options: GATEWAY_OPTIONS,
  takesConfiguration: false,
  examples: [
    "signalbox run claude",
    "signalbox run codex -- exec 'Fix the failing test'",
    "signalbox run opencode --tradeoff cost",
  ],
  run: async (invocation) => {
    const [name = ""] = invocation.positionals;
    const client = CLIENTS[name];
    if (client === undefined)
      throw new SignalboxError("bad_request", `Name an agent: ${Object.keys(CLIENTS).join(", ")}.`);
    const gateway = await gatewayFor(invocation);
    try {
      return await runClient(client, gateway, invocation);
    } finally {
      await gateway.close();
    }
  },
};
