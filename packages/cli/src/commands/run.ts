// A coding agent with a gateway before it, in one command. The gateway that runs already is used; else one is started that belongs
// to no agent. Nothing is written into anybody's files.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { SignalboxError } from "@signalbox/contracts";

import type { Command, Invocation } from "../command.ts";
import { askGateway, gatewayKey } from "../gateway/ask-gateway.ts";
import { CLIENTS, setUpClient, type Client } from "../gateway/clients.ts";
import { GATEWAY_OPTIONS } from "../gateway/gateway-options.ts";
import { dataFolder } from "../gateway/open-gateway.ts";
import { findOrStartGateway, takeLease, type Lease } from "../gateway/detached-gateway.ts";

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** As this process was started itself. */
const ownCommand = (): string =>
  [process.execPath, process.argv[1] ?? fileURLToPath(import.meta.url)].map(quoted).join(" ");

/** Shows the claim link before the agent takes the terminal. */
async function gatewayFor(invocation: Invocation): Promise<string> {
  const { url, claimUrl } = await findOrStartGateway(invocation);
  if (claimUrl !== undefined)
    invocation.console.error(`Signalbox: make the dashboard yours at ${claimUrl} (shown once).\n`);
  return url;
}

/** A gateway that is gone while its agent runs is started again at its address. */
function holdGateway(invocation: Invocation, url: string): Lease {
  let lease: Lease;
  let isEnded = false;
  const take = (): Lease =>
    takeLease(url, gatewayKey(invocation), () => {
      if (isEnded) return;
      findOrStartGateway(invocation)
        .then(() => (isEnded ? undefined : (lease = take())))
        // The agent says by itself that nothing answers.
        .catch(() => {});
    });
  lease = take();
  return {
    end: () => {
      isEnded = true;
      lease.end();
    },
  };
}

/** Without a provider's key an agent only fails at its first call. */
function warnOfKeys(name: string, invocation: Invocation): void {
  const { variables: env, console } = invocation;
  const isOpenai = name === "opencode" || name === "qwen";
  if (isOpenai && gatewayKey(invocation) === undefined && (env["OPENAI_API_KEY"] ?? "") === "")
    console.error("Signalbox: OPENAI_API_KEY is not set, so the provider gets no key from the agent.\n");
}

interface Started {
  readonly name: string;
  readonly client: Client;
  readonly url: string;
}

/** Ctrl-c is for the agent, which decides what it means. */
async function runClient({ name, client, url }: Started, invocation: Invocation): Promise<number> {
  const { variables: env } = invocation;
  const key = gatewayKey(invocation);
  const args = invocation.positionals.slice(1);
  const status = await askGateway({ url, key });
  if (status === undefined)
    throw new SignalboxError("dependency_unavailable", `No gateway answers at ${url}.`);
  const folder = join(dataFolder(invocation), "agents");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { auto } = status;
  const setup = setUpClient(client, { url, key, env, signalbox: ownCommand(), args, auto, folder });
  if (setup.file !== undefined) writeFileSync(setup.file.path, setup.file.text, { mode: 0o600 });
  warnOfKeys(name, invocation);
  const ignore = (): void => {};
  process.on("SIGINT", ignore);
  const start = async (
    given: readonly string[],
    stdio: "inherit" | "ignore",
  ): Promise<[number | null, NodeJS.Signals | null]> => {
    const child = spawn(client.command, given, {
      stdio,
      env: { ...env, ...setup.env },
      shell: process.platform === "win32",
    });
    return (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  };
  try {
    if (setup.prepare !== undefined) await start(setup.prepare, "ignore");
    const [code, signal] = await start([...setup.args, ...args], "inherit");
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
  summary: "Start a coding agent behind the gateway.",
  details: [
    "Uses the running gateway, or starts one that exits a minute after the last agent.",
    "Configures the agent by environment and flags alone; changes no file.",
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
    const url = await gatewayFor(invocation);
    const lease = holdGateway(invocation, url);
    try {
      return await runClient({ name, client, url }, invocation);
    } finally {
      lease.end();
    }
  },
};
