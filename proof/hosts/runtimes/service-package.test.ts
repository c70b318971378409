// The packed service, installed in an empty project without a network: command, decision, dashboard, training, on every Node.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { VERSION } from "@signalbox/contracts";

import { packService } from "../../../scripts/packaging/service/pack-service.ts";
import { pathOf, reasonToSkip } from "./workerd.ts";
import { execute, type Finished } from "./empty-project.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** The most that the package may take on disk once it is installed. @unit bytes */
const INSTALLED_MAX = 45e6;

const folder = mkdtempSync(join(tmpdir(), "signalbox-package-"));
const command = join(folder, "node_modules/signalbox/bin/signalbox.mjs");
const cache = join(folder, "cache");

before(async () => {
  const tarball = await packService(join(folder, "tarballs"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "empty", private: true }));
  const flags = ["--offline", "--no-audit", "--no-fund", `--cache=${join(folder, ".npm")}`];
  const { code, stderr } = await execute("npm", ["install", ...flags, tarball], { cwd: folder });
  assert.equal(code, 0, stderr);
});

after(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Nothing of this process's settings reaches the command. */
const environment = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: folder,
  SIGNALBOX_CACHE_DIR: cache,
  ...more,
});

const run = (node: string, args: readonly string[], env = environment()): Promise<Finished> =>
  execute(node, [command, ...args], { cwd: folder, env });

/** As if it had been installed there by an earlier start. */
function cacheNode(): void {
  const place = join(cache, `node-${process.versions.node}/node_modules`);
  mkdirSync(place, { recursive: true });
  symlinkSync(join(ROOT, "node_modules/node"), join(place, "node"));
}

interface Started {
  readonly url: string;
  readonly key: string;
  readonly child: ChildProcess;
}

interface Said {
  readonly child: ChildProcess;
  /** The first match in the command's output. */
  readonly find: (pattern: RegExp) => string | undefined;
}

/** Started, and read until it has written what fits. */
async function serveUntil(node: string, dataDir: string, wanted: RegExp): Promise<Said> {
  const child = spawn(node, [command, "serve", "--port", "0", "--data-dir", dataDir], {
    cwd: folder,
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
  const find = (pattern: RegExp): string | undefined => pattern.exec(said)?.[1];
  while (find(wanted) === undefined) {
    assert.equal(child.exitCode, null, said);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { child, find };
}

async function serve(node: string, dataDir: string): Promise<Started> {
  const { child, find } = await serveUntil(node, dataDir, /(sk_\S+)\n/);
  return { url: find(/Address\s+(\S+)/) ?? "", key: find(/(sk_\S+)\n/) ?? "", child };
}

async function decide({ url, key }: Started): Promise<string> {
  const response = await fetch(`${url}/api/v1/model-select`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      messages: "What is 2 + 2?",
      llm_providers: ["openai/gpt-5", "openai/gpt-5-nano"],
    }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { llm_label: string }).llm_label;
}

async function assertDashboard(url: string): Promise<void> {
  const page = await (await fetch(url)).text();
  const [, script = ""] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
  const answer = await fetch(new URL(script, url));
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type") ?? "", /javascript/);
}

async function runJourney(node: string, dataDir: string): Promise<void> {
  const { code, stdout, stderr } = await run(node, ["--version"]);
  assert.deepEqual([code, stdout.trim(), stderr], [0, VERSION, ""]);
  const started = await serve(node, dataDir);
  try {
    assert.match(await decide(started), /^openai\/gpt-5/);
    await assertDashboard(started.url);
    const env = environment({ SIGNALBOX_API_KEY: started.key });
    const listed = await run(node, ["decisions", "show", "--server", started.url], env);
    assert.match(listed.stdout, /openai\/gpt-5/);
  } finally {
    started.child.kill("SIGTERM");
    const [status] = (await once(started.child, "exit")) as [number | null];
    assert.equal(status, 0);
  }
}

test("what is installed is small, and names whose code it carries", () => {
  const installed = join(folder, "node_modules");
  const files = globSync("**/*", { cwd: installed, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  assert.ok(bytes < INSTALLED_MAX, `${bytes} bytes`);
  const packages = globSync("*", { cwd: installed }).toSorted();
  assert.deepEqual(packages, ["signalbox"], "the package brings no dependency");
  const notices = readFileSync(join(installed, "signalbox/THIRD-PARTY-NOTICES.md"), "utf8");
  for (const shipped of ["fastify", "preact", "@tanstack/query-core"])
    assert.match(
      notices,
      new RegExp(`^## ${shipped} \\d`, "m"),
      "the code of service and dashboard is credited",
    );
});

test("Node 24: command, first decision, dashboard, and a stop that ends well", async () => {
  await runJourney(process.execPath, join(folder, "data-24"));
});

test("a later start names the command as it was installed", async () => {
  const { child, find } = await serveUntil(process.execPath, join(folder, "data-24"), /(Try it) with yours/);
  child.kill("SIGTERM");
  await once(child, "exit");
  assert.equal(find(/Keys: `(.*)`/), "signalbox keys create");
});

test("a router is trained in a process of its own", async () => {
  const rows = Array.from({ length: 60 }, (_, row) => `question ${row} about topic ${row % 7},${row % 2},1`);
  const table = join(folder, "evaluations.csv");
  writeFileSync(table, ["prompt,openai/gpt-5-nano/score,openai/gpt-5/score", ...rows].join("\n"));
  const args = ["custom-router", "train", table, "--data-dir", join(folder, "data-24")];
  const { code, stdout, stderr } = await run(process.execPath, args);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Trained on 60 rows/);
});

test("Node 20 without a network says what to do", { skip: reasonToSkip("Node 20") }, async () => {
  const env = environment({ npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0" });
  const { code, stderr } = await run(pathOf("Node 20"), ["--version"], env);
  assert.equal(code, 1);
  assert.match(stderr, /could not be installed\. Check that the npm registry can be reached/);
});

test(
  "Node 20: the command runs on the Node that it keeps in its cache",
  { skip: reasonToSkip("Node 20") },
  async () => {
    cacheNode();
    await runJourney(pathOf("Node 20"), join(folder, "data-20"));
  },
);
