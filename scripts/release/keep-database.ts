// Keeps a small database of a release, with what it answered, so that every later release is tried with it:
// `node scripts/release/keep-database.ts NAME [--root CHECKOUT]`. It talks to that release over HTTP alone.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const ROOT = join(import.meta.dirname, "../..");
const FIXTURES = join(ROOT, "packages/cli/test/upgrades/fixtures");
const CANDIDATES = [
  "openai/gpt-5",
  "openai/gpt-5-nano",
  "anthropic/claude-sonnet-4-5",
  "google/gemini-2.5-flash",
];
const PROMPTS = [
  "Say hi.",
  "Prove that e is irrational.",
  "Übersetze „Guten Morgen“ ins Japanische.",
  "Write a function that merges two sorted lists without recursion, with tests.",
  "What is the capital of Australia?",
  "Summarise the causes of the First World War in five sentences.",
];
const RULES = [{}, { tradeoff: "cost" }, { tradeoff: "latency" }];

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
}

async function start(root: string, dataDir: string): Promise<Running> {
  const args = [
    "packages/cli/src/main.ts",
    "serve",
    "--json",
    "--no-dashboard",
    "--port=0",
    `--data-dir=${dataDir}`,
  ];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, ...(JSON.parse(line) as { url: string; key: string }) };
}

function createCaller({ url, key }: Running) {
  return async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, unknown>);
  };
}

/** Decisions of every trade-off, one that goes on, one under a preference, and feedback for half of them. */
async function fill(running: Running): Promise<object> {
  const call = createCaller(running);
  const preference = await call("preferences", { name: "cheap", policy: { objective: { kind: "cost" } } });
  const decide = async (more: object): Promise<string> =>
    String((await call("model-select", { llm_providers: CANDIDATES, ...more }))["session_id"]);
  const sessions: string[] = [];
  for (const messages of PROMPTS)
    for (const rule of RULES) sessions.push(await decide({ messages, ...rule }));
  sessions.push(await decide({ messages: PROMPTS[0], preference_id: preference["id"] }));
  sessions.push(await decide({ messages: PROMPTS[1], previous_session: sessions[0] }));
  const decisions = [];
  for (const [at, session] of sessions.entries()) {
    const { label } = await call(`decisions/${session}`);
    if (at % 2 === 0) await call("feedback", { session_id: session, label, value: at % 4 === 0 ? 1 : 0 });
    decisions.push({ session, label });
  }
  return { key: running.key, preference: preference["id"], decisions };
}

/** The database is whole when this is back: a release that stops writes everything into one file. */
async function serveAndFill(root: string, folder: string): Promise<object> {
  const running = await start(root, folder);
  const ended = once(running.child, "exit");
  try {
    return await fill(running);
  } finally {
    running.child.kill("SIGTERM");
    await ended;
  }
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: "string" } } });
const [name] = positionals;
if (name === undefined) throw new Error("Which name? Usage: node scripts/release/keep-database.ts NAME");
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-keep-"));
try {
  const answered = await serveAndFill(resolve(values.root ?? ROOT), dataDir);
  const database = readFileSync(join(dataDir, "signalbox.db"));
  writeFileSync(join(FIXTURES, `${name}.db.gz`), gzipSync(database, { level: 9 }));
  writeFileSync(join(FIXTURES, `${name}.json`), `${JSON.stringify(answered, null, 2)}\n`);
} finally {
  rmSync(dataDir, { recursive: true });
}
