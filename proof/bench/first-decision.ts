// How long `npx signalbox serve` takes from the command to the first decision, from the packed tarball and without a network:
// what npm takes for it, and what the command alone takes. Every run has a home, a project and a folder for temporary files
// of its own, so that nothing but npm's cache is warm.
//
//   node proof/bench/first-decision.ts [--node NODE] [--runs N] [--tarball FILE]
//
// A NODE below 24 finds the Node that the command installs once in its cache.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { packService } from "../../scripts/packaging/service/pack-service.ts";

const { values } = parseArgs({
  options: {
    node: { type: "string", default: process.execPath },
    runs: { type: "string", default: "5" },
    tarball: { type: "string" },
  },
});
const node = resolve(values.node);
const runs = Number(values.runs);

const folder = mkdtempSync(join(tmpdir(), "signalbox-first-decision-"));
const tarball = resolve(values.tarball ?? (await packService(join(folder, "tarballs"))));
const npmCache = join(folder, "npm-cache");
const ownCache = join(folder, "cache");

function npxProgram(): string {
  const path = join(execFileSync("npm", ["root", "-g"], { encoding: "utf8" }).trim(), "npm/bin/npx-cli.js");
  if (existsSync(path)) return path;
  throw new Error(`npm's npx is expected at ${path}.`);
}

/** As if an earlier start had installed it there. */
function cacheNode(): void {
  const place = join(ownCache, `node-${process.versions.node}/node_modules`);
  mkdirSync(place, { recursive: true });
  symlinkSync(join(import.meta.dirname, "../node_modules/node"), join(place, "node"));
}

const npx = [npxProgram(), "--yes", "--offline", `--package=${tarball}`, "signalbox"];
const installed = (): readonly string[] => globSync("_npx/*/node_modules/signalbox", { cwd: npmCache });

function forgetInstallation(): void {
  rmSync(join(npmCache, "_npx"), { recursive: true, force: true });
}

const request = {
  messages: "Explain in two sentences why the sky is blue.",
  llm_providers: ["openai/gpt-5-mini", "anthropic/claude-sonnet-4-5"],
};

/** @throws Error unless the answer is a decision */
async function decide({ url, key }: { readonly url: string; readonly key: string }): Promise<void> {
  const { status } = await fetch(`${url}/api/v1/model-select`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  if (status !== 200) throw new Error(`model-select answered ${status}.`);
}

async function readLine(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += chunk.toString();
    if (text.includes("\n")) return text;
  }
  throw new Error(`The command ended with: ${text}`);
}

/** From the command's start to an answer with 200. @unit milliseconds */
async function measure(command: readonly string[]): Promise<number> {
  const home = mkdtempSync(join(folder, "home-"));
  const startedMs = performance.now();
  const child = spawn(node, [...command, "serve", "--json", "--port", "0"], {
    cwd: home,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: [dirname(node), "/usr/bin", "/bin"].join(delimiter),
      HOME: home,
      TMPDIR: home,
      SIGNALBOX_CACHE_DIR: ownCache,
      npm_config_cache: npmCache,
    },
  });
  const ended = new Promise((done) => child.once("exit", done));
  try {
    await decide(JSON.parse(await readLine(child.stdout)) as Parameters<typeof decide>[0]);
    return performance.now() - startedMs;
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

interface Way {
  readonly name: string;
  readonly prepare: () => void;
  readonly command: () => readonly string[];
}

const nothing = (): void => undefined;
const WAYS: readonly Way[] = [
  { name: "npx, which unpacks the package", prepare: forgetInstallation, command: () => npx },
  { name: "npx again", prepare: nothing, command: () => npx },
  {
    name: "the command alone",
    prepare: nothing,
    command: () => installed().map((path) => join(npmCache, path, "bin/signalbox.mjs")),
  },
];

const seconds = (ms: number | undefined): string => ((ms ?? Number.NaN) / 1000).toFixed(2);

cacheNode();
try {
  await measure(npx);
  for (const { name, prepare, command } of WAYS) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      prepare();
      times.push(await measure(command()));
    }
    const sorted = times.toSorted((a, b) => a - b);
    const median = seconds(sorted[runs >> 1]);
    process.stdout.write(`${name}: ${median} s (${seconds(sorted[0])} to ${seconds(sorted.at(-1))})\n`);
  }
  const { model } = cpus()[0] ?? { model: "unknown" };
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  process.stdout.write(`${version}, ${cpus().length} x ${model}, load ${loadavg()[0]?.toFixed(1)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
