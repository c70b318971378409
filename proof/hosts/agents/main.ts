// `npm run agents`: the real clients before the real gateway and a provider that refuses what real ones refuse, without any network but the loopback.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { createCatalog } from "@signalbox/catalog";

import { CLIENTS, setUpClient } from "../../../packages/cli/src/gateway/clients.ts";
import {
  readSettings,
  startGateway,
  type CallEntry,
  type GatewayStatus,
  type RunningGateway,
} from "../../../packages/gateway/src/index.ts";
import { startFakeProvider, type Script } from "../../../packages/gateway/test/fake-provider.ts";
import { PLAIN_CHECKS } from "../../../packages/gateway/test/strict/checks.ts";
import { SESSION_CHECKS } from "../../../packages/gateway/test/strict/session-checks.ts";
import { createStrictScript } from "../../../packages/gateway/test/strict/strict-script.ts";
import { createTestDecider } from "../../../packages/gateway/test/open-test-gateway.ts";
import { installClients, type InstalledClient } from "./clients.ts";
import { playModel } from "./play-model.ts";
import { PROVIDERS, type Provider } from "./providers.ts";
import { SCENARIOS, type Outcome, type Scenario } from "./scenarios.ts";

/** Qwen Code asks a provider that is gone for more than two minutes. @unit milliseconds */
const LIMIT_MS = 300_000;
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
  readonly provider: Provider;
}

function environment(home: string, keys: Provider["keys"]): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TERM: "dumb",
    ...keys,
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

/** Clients whose sub-command comes before all flags. */
const HEADED: ReadonlySet<string> = new Set(["codex", "opencode", "kilo"]);

async function runClient(
  { client, scenario, provider }: Play,
  { url, auto }: Pick<RunningGateway, "url"> & Pick<GatewayStatus, "auto">,
): Promise<Pick<Outcome, "output" | "code" | "isLate">> {
  const home = mkdtempSync(join(tmpdir(), "signalbox-agent-"));
  const work = join(home, "project");
  mkdirSync(work);
  writeFileSync(join(work, "README.md"), "We recieve letters.\n");
  const known = CLIENTS[client.name];
  if (known === undefined) throw new TypeError(`There is no client ${client.name}.`);
  const setup = setUpClient(known, {
    url,
    key: undefined,
    env: { ...provider.keys, HOME: home },
    signalbox: "signalbox",
    args: client.ask(scenario.prompt),
    auto,
    folder: home,
  });
  if (setup.file !== undefined) writeFileSync(setup.file.path, setup.file.text);
  const env = { ...environment(home, provider.keys), ...setup.env };
  if (setup.prepare !== undefined)
    spawnSync(client.command, setup.prepare, { cwd: work, env, timeout: LIMIT_MS });
  const args = [...client.ask(scenario.prompt)];
  // Flags of a sub-command stand behind its name.
  const head = HEADED.has(client.name) ? args.splice(0, 1) : [];
  const child = spawn(client.command, [...head, ...setup.args, ...args], {
    cwd: work,
    env,
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

const ENDS: Readonly<Record<string, string>> = {
  messages: "/messages",
  chat: "/chat/completions",
  responses: "/responses",
};

/** A server knows the addresses of its own protocols alone. */
function speaking(protocols: readonly string[], script: Script): Script {
  const ends = protocols.map((name) => ENDS[name] ?? "");
  return (got, index) =>
    ends.some((end) => got.path.split("?")[0]?.endsWith(end))
      ? script(got, index)
      : { status: 404, error: "404 page not found", type: "text/plain" };
}

async function play(attempt: Play): Promise<Outcome> {
  const { scenario, provider } = attempt;
  const refusals: string[] = [];
  const onRefusal = (rule: string, model: string): void => void refusals.push(`${rule} (${model})`);
  let fullTokens = Infinity;
  const { script: scripted = playModel } = scenario;
  const script: Script = (got, index) => scripted(got, index, fullTokens);
  const strict = createStrictScript({ script, onRefusal });
  const server = await startFakeProvider(speaking(provider.protocols, strict));
  const url = scenario.isUpstreamGone === true ? "http://127.0.0.1:9" : server.url;
  const entries: CallEntry[] = [];
  const decider = createTestDecider();
  const gone = { ...decider, decide: () => Promise.reject(new Error("gone")) };
  const settings = readSettings({
    file: undefined,
    flags: { port: 0, upstreams: provider.upstreams(url), candidates: provider.candidates },
    upstream: undefined,
    key: undefined,
    env: provider.keys,
    catalog,
  });
  const gateway = await startGateway({
    settings,
    catalog,
    decider: scenario.isServiceGone === true ? gone : decider,
    onCall: (entry) => void entries.push(entry),
  });
  const status = (await (await fetch(`${gateway.url}/status`)).json()) as GatewayStatus;
  fullTokens = Math.floor(0.975 * Math.max(...Object.values(status.auto).map(({ window }) => window)));
  const run = await runClient(attempt, { url: gateway.url, auto: status.auto });
  await gateway.close();
  await server.close();
  return { ...run, entries, got: server.got, refusals, hasChoice: provider.candidates.length > 1 };
}

const isWanted = (name: string, words: readonly string[]): boolean =>
  words.length === 0 || words.includes(name);

const isClient = (word: string): boolean => CLIENTS[word] !== undefined;

const isProvider = (word: string): boolean => PROVIDERS.some(({ name }) => name === word);

const PLAIN = "plain";

/** How many checks held, of those that say something of their client. */
interface Held {
  readonly held: number;
  readonly all: number;
}

/** The checks that need no agent. */
async function checkPlain(): Promise<Held> {
  const checks = [...PLAIN_CHECKS, ...SESSION_CHECKS];
  let held = 0;
  for (const { name, run } of checks)
    try {
      await run(() => {});
      held += 1;
    } catch (fault) {
      process.stderr.write(`${name}: ${fault instanceof Error ? fault.message : String(fault)}\n`);
    }
  process.stdout.write(`\nPlain requests: ${held} of ${checks.length}\n`);
  return { held, all: checks.length };
}

/**
 * Words name clients, providers and tests, or the requests without a client: `npm run agents -- claude OpenAI tool-loop`,
 * `npm run agents -- plain`. Without words everything runs.
 */
async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const words = given.filter((word) => word !== PLAIN);
  const names = words.map((word) => word.replaceAll("-", " "));
  const isPlainAlone = given.length > 0 && words.length === 0;
  const real = isPlainAlone ? { held: 0, all: 0 } : await checkClients(words, names);
  const plain = words.length === given.length && given.length > 0 ? { held: 0, all: 0 } : await checkPlain();
  const [held, all] = [real.held + plain.held, real.all + plain.all];
  process.stdout.write(`\nChecks that hold: ${held} of ${all}\n`);
  process.exitCode = held === all ? 0 : 1;
}

async function checkClients(words: readonly string[], names: readonly string[]): Promise<Held> {
  const clients = installClients(FOLDER).filter(({ name }) => isWanted(name, words.filter(isClient)));
  const scenarios = SCENARIOS.filter(({ name }) =>
    isWanted(
      name.replaceAll("-", " "),
      names.filter((word) => !isClient(word) && !isProvider(word)),
    ),
  );
  const providers = PROVIDERS.filter(({ name }) => isWanted(name, names.filter(isProvider)));
  const rows = clients.flatMap((client) => providers.map((provider) => ({ client, provider })));
  process.stdout.write(`| client | provider | ${scenarios.map(({ name }) => name).join(" | ")} |\n`);
  process.stdout.write(`|---|---|${scenarios.map(() => "---|").join("")}\n`);
  let [held, all] = [0, 0];
  const refused: string[] = [];
  for (const { client, provider } of rows) {
    const row = `${client.name}, ${provider.name}`;
    const cells: string[] = [];
    for (const scenario of scenarios) {
      const outcome = await play({ client, scenario, provider });
      const fault = scenario.judge(outcome);
      refused.push(...outcome.refusals.map((rule) => `${row}, ${scenario.name}: ${rule}`));
      if (fault !== undefined && fault !== "-") {
        const roles = outcome.entries.map(({ role, label, status }) => `${role} ${label} ${status}`);
        process.stderr.write(
          `${row}, ${scenario.name}: ${fault}\n  ${roles.join("\n  ")}\n${outcome.output.slice(-1500)}\n`,
        );
      }
      if (fault !== "-") all += 1;
      if (fault === undefined) held += 1;
      cells.push(fault === undefined ? "ok" : fault === "-" ? "-" : "**fails**");
    }
    process.stdout.write(`| ${client.name} ${client.version} | ${provider.name} | ${cells.join(" | ")} |\n`);
  }
  process.stdout.write(`\nCalls that the strict provider refused: ${refused.length}\n`);
  for (const line of refused) process.stdout.write(`  ${line}\n`);
  return { held, all };
}

if (process.env[INSIDE] === "1") await main();
else {
  if (process.argv.slice(2).join() !== PLAIN) installClients(FOLDER);
  enterLoopback();
}
