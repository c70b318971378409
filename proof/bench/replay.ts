// Measures a try of a draft over many past decisions: how long it takes, when its progress is first shown, and what rate of
// decisions the service keeps meanwhile. The service is the one that `npm start` gives, in a process of its own on all cores;
// decisions are made over HTTP, so that the journal is one that a service wrote.
// Usage: node proof/bench/replay.ts [--decisions 100000] [--seconds 10] [--in-flight 32] [--json FILE] [--keep FOLDER]
// With --keep the journal stays in the folder, and a later run with it measures the same decisions without making them again.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import { createSignalbox } from "@signalbox/sdk";
import { createSignalboxAdmin } from "@signalbox/sdk/admin";

import { START, startChildServer } from "../load/child-server.ts";

const { values } = parseArgs({
  options: {
    decisions: { type: "string", default: "100000" },
    seconds: { type: "string", default: "10" },
    "in-flight": { type: "string", default: "32" },
    json: { type: "string" },
    keep: { type: "string" },
  },
});
const [wanted, seconds, inFlight] = [
  Number(values.decisions),
  Number(values.seconds),
  Number(values["in-flight"]),
];
const POLL_MS = 100;

const CANDIDATES = [
  "openai/gpt-5",
  "openai/gpt-5-mini",
  "openai/gpt-4o-mini",
  "anthropic/claude-sonnet-4-5",
  "google/gemini-2.5-flash",
].map((name) => ({ provider: name.split("/")[0] ?? "", model: name.split("/")[1] ?? "" }));
const TEXTS = [
  "Answer the customer: the parcel is two days late.",
  "Prove that the square root of two is irrational.",
  "Write a function that merges two sorted lists, with tests.",
  "Summarise the report in three sentences.",
];

const folder = values.keep ?? mkdtempSync(join(tmpdir(), "signalbox-replay-"));
mkdirSync(folder, { recursive: true });
const keyFile = join(folder, "key.txt");
const isFilled = existsSync(keyFile);
const flags = ["--json", "--port", "0", "--data-dir", folder, "--journal-sync", "normal"];
const allCores = `0-${cpus().length - 1}`;
const service = await startChildServer(START, ["serve", "--no-dashboard", ...flags], allCores);
const baseUrl = service.url.origin;
const apiKey = isFilled ? readFileSync(keyFile, "utf8") : service.key;
const client = createSignalbox({ baseUrl, apiKey });
const admin = createSignalboxAdmin({ baseUrl, apiKey });

let asked = 0;
async function decideOne(): Promise<void> {
  asked += 1;
  await client.select({
    messages: [{ role: "user", content: `${TEXTS[asked % TEXTS.length] ?? ""} (${asked})` }],
    llm_providers: CANDIDATES,
    find_session: false,
  });
}

/** Decisions a second while `goOn` says so. */
async function rateWhile(goOn: () => boolean): Promise<number> {
  const [from, startedMs] = [asked, performance.now()];
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (goOn()) await decideOne();
    }),
  );
  return ((asked - from) * 1000) / (performance.now() - startedMs);
}

const forSeconds = (): Promise<number> => {
  const endMs = performance.now() + seconds * 1000;
  return rateWhile(() => performance.now() < endMs);
};

interface Tried {
  readonly seconds: number;
  readonly firstProgressSeconds: number;
  readonly decisions: number;
}

async function tryOnce(): Promise<Tried> {
  const startedMs = performance.now();
  const since = (): number => (performance.now() - startedMs) / 1000;
  const { id } = await admin.replay.create({
    a: {},
    b: { policy: { objective: { kind: "cost" }, deny: [{ label: "openai/gpt-5" }] } },
    decisions_max: wanted,
  });
  let first: number | undefined;
  for (;;) {
    const replay = await admin.replay.get(id);
    if (replay.progress > 0) first ??= since();
    if (replay.status === "failed") throw new Error(replay.error ?? "The replay failed.");
    if (replay.status === "done")
      return {
        seconds: since(),
        firstProgressSeconds: first ?? since(),
        decisions: replay.result?.decisions ?? 0,
      };
    await wait(POLL_MS);
  }
}

try {
  if (!isFilled) await rateWhile(() => asked < wanted);
  writeFileSync(keyFile, apiKey);
  const aloneBefore = await forSeconds();
  const quiet = await tryOnce();
  let isTrying = true;
  const [busy, meanwhile] = await Promise.all([
    tryOnce().finally(() => {
      isTrying = false;
    }),
    rateWhile(() => isTrying),
  ]);
  const aloneAfter = await forSeconds();
  const alone = (aloneBefore + aloneAfter) / 2;
  const report = {
    machine: `${cpus().length} x ${cpus()[0]?.model ?? "?"}, Node ${process.version}`,
    quiet,
    busy,
    decisionsPerSecond: { alone, meanwhile, kept: meanwhile / alone },
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(report));
} finally {
  await service.stop();
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
