// `node bench/transformer.ts`: the same prompts through a service in the static tier and one in the transformer tier, one
// after the other over one connection, new ones and repeated ones, in interleaved rounds. Then new prompts at random
// moments, faster than one thread embeds, to see how many get a degraded answer and what that does to the wait.
// Flags: --rounds N (5), --prompts N a round and case (100), --budget-ms N (40), --threads N (1), --json FILE.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import type { SelectResponse } from "@signalbox/contracts";
import { mulberry32 } from "@signalbox/engine/numerics";

import { pinSelf, startChildServer, type ChildServer } from "./child-server.ts";
import { percentile } from "./statistics.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    prompts: { type: "string", default: "100" },
    "budget-ms": { type: "string", default: "40" },
    threads: { type: "string", default: "1" },
    json: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const perRound = Number(values.prompts);
const WORDS_SHORT = 20;
const WORDS_LONG = 150;
const RATES_PER_SECOND = [20, 60, 200];
const WORDS =
  "harbour lantern proof integral compiler river winter contract orbit pepper violin ledger marble engine garden theorem parcel copper meadow signal".split(
    " ",
  );
const MODELS = [
  "openai/gpt-4o-mini",
  "openai/gpt-5",
  "anthropic/claude-sonnet-4-5",
  "google/gemini-2.5-flash",
];

const random = mulberry32(7);
const newPrompt = (words: number): string =>
  `Explain how ${Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ")}.`;

interface Sample {
  readonly ms: number;
  readonly isDegraded: boolean;
}

async function ask(server: ChildServer, messages: string): Promise<Sample> {
  const startedMs = performance.now();
  const answer = await fetch(new URL("/api/v1/model-select", server.url), {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({
      messages,
      llm_providers: MODELS.map((model) => ({ model })),
      include: ["explanation"],
    }),
  });
  const { explanation } = (await answer.json()) as SelectResponse;
  return { ms: performance.now() - startedMs, isDegraded: explanation?.degraded ?? true };
}

async function askEach(server: ChildServer, prompts: readonly string[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const prompt of prompts) samples.push(await ask(server, prompt));
  return samples;
}

/** Requests leave at Poisson moments, whether or not earlier ones were answered. */
async function askAtRandom(server: ChildServer, ratePerSecond: number): Promise<Sample[]> {
  const running: Promise<Sample>[] = [];
  for (let sent = 0; sent < perRound; sent += 1) {
    running.push(ask(server, newPrompt(WORDS_LONG)));
    await wait((-Math.log(1 - random()) / ratePerSecond) * 1000);
  }
  return Promise.all(running);
}

interface Row {
  readonly name: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly degradedShare: number;
}

function rowOf(name: string, samples: readonly Sample[]): Row {
  const times = samples.map(({ ms }) => ms);
  const degradedShare = samples.filter(({ isDegraded }) => isDegraded).length / samples.length;
  return { name, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99), degradedShare };
}

interface Tiers {
  readonly fixed: ChildServer;
  readonly transformer: ChildServer;
}

async function measureTurns({ fixed, transformer }: Tiers, words: number): Promise<Row[]> {
  const samples = { fixed: [] as Sample[], fresh: [] as Sample[], known: [] as Sample[] };
  for (let round = 0; round < rounds; round += 1) {
    const prompts = Array.from({ length: perRound }, () => newPrompt(words));
    samples.fixed.push(...(await askEach(fixed, prompts)));
    samples.fresh.push(...(await askEach(transformer, prompts)));
    samples.known.push(...(await askEach(transformer, prompts)));
  }
  return [
    rowOf(`${words} words, static`, samples.fixed),
    rowOf(`${words} words, transformer, new`, samples.fresh),
    rowOf(`${words} words, transformer, repeated`, samples.known),
  ];
}

async function measure(tiers: Tiers): Promise<readonly Row[]> {
  for (const server of [tiers.fixed, tiers.transformer])
    await askEach(
      server,
      Array.from({ length: perRound }, () => newPrompt(WORDS_SHORT)),
    );
  const rows = [...(await measureTurns(tiers, WORDS_SHORT)), ...(await measureTurns(tiers, WORDS_LONG))];
  for (const rate of RATES_PER_SECOND)
    rows.push(rowOf(`${rate}/s new, transformer`, await askAtRandom(tiers.transformer, rate)));
  return rows;
}

const root = join(import.meta.dirname, "..");
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-bench-tiers-"));
const serve = (tier: string): Promise<ChildServer> => {
  const place = ["--port", "0", "--data-dir", join(dataDir, tier)];
  const encoder = ["--encoder-tier", tier, "--encoder-budget-ms", values["budget-ms"]];
  const script = join(root, "packages/cli/src/main.ts");
  const threads = ["--encoder-threads", values.threads];
  return startChildServer(script, ["serve", "--json", "--no-dashboard", ...place, ...encoder, ...threads]);
};

pinSelf();
const fixed = await serve("static");
const transformer = await serve("transformer");
try {
  const rows = await measure({ fixed, transformer });
  for (const { name, p50Ms, p99Ms, degradedShare } of rows)
    process.stdout.write(
      `${name.padEnd(34)} p50 ${p50Ms.toFixed(1).padStart(6)} ms  p99 ${p99Ms.toFixed(1).padStart(6)} ms  degraded ${(100 * degradedShare).toFixed(0).padStart(3)} %\n`,
    );
  process.stdout.write(
    `resident: static ${fixed.residentMb().toFixed(0)} MB, transformer ${transformer.residentMb().toFixed(0)} MB\n`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, undefined, 2)}\n`);
} finally {
  await Promise.all([fixed.stop(), transformer.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
}
