// `npm run agents`: the real clients before the real gateway and a provider that refuses what real ones refuse, without any network but the loopback.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { createCatalog } from "@signalbox/catalog";

import { CLIENTS } from "../../../packages/cli/src/gateway/clients.ts";
import {
  readSettings,
  startGateway,
  type CallEntry,
  type GatewayStatus,
} from "../../../packages/gateway/src/index.ts";
import { startFakeProvider } from "../../../packages/gateway/test/fake-provider.ts";
import { createStrictScript } from "../../../packages/gateway/test/strict/strict-script.ts";
import { CANDIDATES, createTestDecider } from "../../../packages/gateway/test/open-test-gateway.ts";
import { installClients, type InstalledClient } from "./clients.ts";
import { playModel } from "./play-model.ts";
import { SCENARIOS, type Outcome, type Scenario } from "./scenarios.ts";

/** @unit milliseconds */
const LIMIT_MS = 120_000;
const INSIDE = "SIGNALBOX_AGENTS_INSIDE";
const CACHE = join(homedir(), ".cache/signalbox/agents");
const FOLDER = process.env["SIGNALBOX_AGENTS_DIR"] ?? CACHE;

/** A name space of the network that has the loopback alone: what the clients send beyond it goes nowhere. */
function enterLoopback(): never {
  const script = `ip link set lo up && exec "$@"`;
  const own = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status, error } = spawnSync("unshare", ["-rn", "bash", "-c", script, "agents", ...own], {
    stdio: "inherit",
    env: { ...process.env, [INSIDE]: "1" },
  });
  if (error !== undefined) process.stderr.write("agents: `unshare` of util-linux is needed.\n");
  process.exit(status ?? 1);
}

const catalog = createCatalog();

interface Play {
  readonly client: InstalledClient;
  readonly scenario: Scenario;
}

function environment(home: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TERM: "dumb",
    OPENAI_API_KEY: "dummy",
    ANTHROPIC_API_KEY: "dummy",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // By itself Claude Code tries for longer than anybody watches a table.
    CLAUDE_CODE_MAX_RETRIES: "2",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    IS_SANDBOX: "1",
  };
}

async function runClient(
  { client, scenario }: Play,
  url: string,
): Promise<Pick<Outcome, "output" | "code" | "isLate">> {
  const home = mkdtempSync(join(tmpdir(), "signalbox-agent-"));
  const work = join(home, "project");
  mkdirSync(work);
  writeFileSync(join(work, "README.md"), "We recieve letters.\n");
  const status = (await (await fetch(`${url}/status`)).json()) as GatewayStatus;
  const setup = CLIENTS[client.name]?.setUp({
    url,
    key: undefined,
    env: { OPENAI_API_KEY: "dummy" },
    signalbox: "signalbox",
    args: client.ask(scenario.prompt),
    auto: status.auto,
  });
  const args = [...client.ask(scenario.prompt)];
  // Flags of a sub-command stand behind its name.
  const head = client.name === "codex" || client.name === "opencode" ? args.splice(0, 1) : [];
  const child = spawn(client.command, [...head, ...(setup?.args ?? []), ...args], {
    cwd: work,
    env: { ...environment(home), ...setup?.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  let isLate = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, LIMIT_MS);
  const code = await new Promise<number | null>((resolve) => {
    child.on("close", resolve).on("error", () => {
      resolve(null);
    });
  });
  clearTimeout(timer);
  rmSync(home, { recursive: true, force: true });
  return { output, code, isLate };
}

async function play(attempt: Play): Promise<Outcome> {
  const { scenario } = attempt;
  const refusals: string[] = [];
  const onRefusal = (rule: string, model: string): void => void refusals.push(`${rule} (${model})`);
  const script = createStrictScript({ script: scenario.script ?? playModel, onRefusal });
  const provider = await startFakeProvider(script);
  const url = scenario.isUpstreamGone === true ? "http://127.0.0.1:9" : provider.url;
  const upstreams = {
    anthropic: { url, protocols: ["messages" as const], client_key: true },
    openai: { url, protocols: ["chat" as const, "responses" as const], client_key: true },
  };
  const entries: CallEntry[] = [];
  const decider = createTestDecider();
  const gone = { ...decider, decide: () => Promise.reject(new Error("gone")) };
  const settings = readSettings({
    file: undefined,
    flags: { port: 0, upstreams, candidates: CANDIDATES },
    upstream: undefined,
    key: undefined,
    env: {},
    catalog,
  });
  const gateway = await startGateway({
    settings,
    catalog,
    decider: scenario.isServiceGone === true ? gone : decider,
    onCall: (entry) => void entries.push(entry),
  });
  const run = await runClient(attempt, gateway.url);
  await gateway.close();
  await provider.close();
  return { ...run, entries, got: provider.got, refusals };
}

const isWanted = (name: string, words: readonly string[]): boolean =>
  words.length === 0 || words.includes(name);

const isClient = (word: string): boolean => CLIENTS[word] !== undefined;

/** Words name clients and tests: `npm run agents -- claude tool-loop`. */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const names = words.map((word) => word.replaceAll("-", " "));
  const clients = installClients(FOLDER).filter(({ name }) => isWanted(name, words.filter(isClient)));
  const scenarios = SCENARIOS.filter(({ name }) =>
    isWanted(
      name.replaceAll("-", " "),
      names.filter((word) => !isClient(word)),
    ),
  );
  process.stdout.write(`| client | ${scenarios.map(({ name }) => name).join(" | ")} |\n`);
  process.stdout.write(`|---|${scenarios.map(() => "---|").join("")}\n`);
  let faults = 0;
  const refused: string[] = [];
  for (const client of clients) {
    const cells: string[] = [];
    for (const scenario of scenarios) {
      const outcome = await play({ client, scenario });
      const fault = scenario.judge(outcome);
      refused.push(...outcome.refusals.map((rule) => `${client.name}, ${scenario.name}: ${rule}`));
      if (fault !== undefined && fault !== "-") {
        faults += 1;
        const roles = outcome.entries.map(({ role, label, status }) => `${role} ${label} ${status}`);
        process.stderr.write(
          `${client.name}, ${scenario.name}: ${fault}\n  ${roles.join("\n  ")}\n${outcome.output.slice(-1500)}\n`,
        );
      }
      cells.push(fault === undefined ? "ok" : fault === "-" ? "-" : "**fails**");
    }
    process.stdout.write(`| ${client.name} ${client.version} | ${cells.join(" | ")} |\n`);
  }
  process.stdout.write(`\nCalls that the strict provider refused: ${refused.length}\n`);
  for (const line of refused) process.stdout.write(`  ${line}\n`);
  process.exitCode = faults === 0 ? 0 : 1;
}

if (process.env[INSIDE] === "1") await main();
else {
  installClients(FOLDER);
  enterLoopback();
}
