// `npm run bench`: this state of the service, an earlier one and a bare node:http echo under the same load in turn, as medians of
// ratios, part by part. Five minutes at most.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

import { mulberry32 } from "@signalbox/engine/numerics";

import { pinSelf, startChildServer, type ChildServer } from "../load/child-server.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import { runOpenLoop } from "../load/open-loop.ts";
import { buildTarget, type Target } from "../load/raw-client.ts";
import { percentile } from "../load/statistics.ts";
import { bodiesOf, CASES, type BenchCase } from "./cases.ts";
import { unpackEarlier } from "./earlier-state.ts";
import { measureTurns } from "./gateway-turns.ts";

const USAGE = `Usage: npm run bench -- [--against REF] [--rounds N] [--case WORDS | --gateway]

  --against REF  the state that this one is compared with (before-smaller)
  --rounds N     rounds of each measurement, all servers in turn (5)
  --case WORDS   only cases whose name has these words, and no latency
  --gateway      the gateway's turns instead: this state, the earlier one and a bare pass-through

The measured databases are in the directory for temporary files; set TMPDIR to measure another disk.
`;
const ROOT = join(import.meta.dirname, "../..");
const CONNECTIONS = 32;
const ROUND_MS = 800;
const WARM_MS = 8_000;
const LATENCY_MS = 3_000;
const LATENCY_ROUNDS = 3;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        against: { type: "string", default: "before-smaller" },
        rounds: { type: "string", default: "5" },
        case: { type: "string", default: "" },
        gateway: { type: "boolean", default: false },
      },
    });
    const rounds = Number(values.rounds);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number above 0.");
    return { against: values.against, rounds, words: values.case, isGateway: values.gateway };
  } catch (fault) {
    process.stderr.write(`bench: ${fault instanceof Error ? fault.message : String(fault)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

const median = (values: readonly number[]): number => percentile(values, 0.5);
const ratio = (upper: readonly number[], lower: readonly number[]): string =>
  median(upper.map((value, round) => value / (lower[round] ?? Number.NaN))).toFixed(2);

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  process.stdout.write(`${line(head)}|${"---|".repeat(head.length)}\n${rows.map(line).join("")}\n`);
}

/** Starts twice: a first start makes the database, and the next one is measured. */
async function startService(folder: string, flags: readonly string[] = []): Promise<ChildServer> {
  const dataDir = mkdtempSync(join(dataRoot, "data-"));
  const args = ["serve", "--json", "--no-dashboard", "--port", "0", "--data-dir", dataDir, ...flags];
  const script = join(folder, "scripts/start.mjs");
  const first = await startChildServer(script, args);
  await first.stop();
  return { ...(await startChildServer(script, args)), key: first.key };
}

const targetOf = (server: ChildServer, benchCase: BenchCase): Target =>
  buildTarget({
    url: server.url,
    path: "/api/v1/model-select",
    key: server.key,
    body: bodiesOf(benchCase),
  });

/** Processor time that a request takes on all threads. @unit microseconds */
async function requestUs(server: ChildServer, target: Target, durationMs: number): Promise<number> {
  const beforeMs = server.processorMs();
  const { answered, faults } = await runClosedLoop(target, CONNECTIONS, durationMs);
  if (faults > 0) throw new Error(`${faults} of ${answered} requests were not answered by 200.`);
  return ((server.processorMs() - beforeMs) * 1000) / answered;
}

/** For each server its times, one a round. */
async function measureCase(servers: readonly ChildServer[], benchCase: BenchCase, rounds: number) {
  const contenders = servers.map((server) => ({
    server,
    target: targetOf(server, benchCase),
    us: [] as number[],
  }));
  for (let round = -1; round < rounds; round += 1)
    for (const { server, target, us } of contenders) {
      const took = await requestUs(server, target, ROUND_MS);
      // The first round warms up what the case before did not use.
      if (round >= 0) us.push(took);
    }
  return contenders.map(({ us }) => us);
}

interface Waits {
  readonly p50: number[];
  readonly p99: number[];
}

async function measureLatency(servers: readonly ChildServer[], requestsPerSecond: number) {
  const waits = servers.map((): Waits => ({ p50: [], p99: [] }));
  const [, small] = CASES;
  for (let round = 0; round < LATENCY_ROUNDS; round += 1)
    for (const [at, server] of servers.entries()) {
      const random = mulberry32(42 + round);
      const load = { target: targetOf(server, small), requestsPerSecond, durationMs: LATENCY_MS, random };
      const { p50Ms, p99Ms } = await runOpenLoop(load);
      waits[at]?.p50.push(p50Ms);
      waits[at]?.p99.push(p99Ms);
    }
  return waits;
}

function printParts(measured: ReadonlyMap<string, readonly (readonly number[])[]>): void {
  const [short, small] = CASES.map(({ name }) => measured.get(name));
  if (short === undefined || small === undefined) return;
  const reading = (server: number) =>
    (small[server] ?? []).map((us, round) => us - (short[server]?.[round] ?? Number.NaN));
  const echo = small[ECHO] ?? [];
  const row = (part: string, now: readonly number[], earlier: readonly number[]) => [
    part,
    ratio(now, echo),
    ratio(earlier, now),
  ];
  printTable(
    ["part of a decision at 1 KB", "in echoes", "earlier over now"],
    [
      row("reading the text", reading(NOW), reading(EARLIER)),
      row("all else: HTTP, key, candidates, estimate, journal", short[NOW] ?? [], short[EARLIER] ?? []),
    ],
  );
}

const [ECHO, NOW, EARLIER] = [0, 1, 2];
const { against, rounds, words, isGateway } = readOptions();
const isPinned = pinSelf();
const dataRoot = mkdtempSync(join(tmpdir(), "signalbox-bench-"));
const earlierState = unpackEarlier(against);
if (earlierState === undefined)
  process.stderr.write(
    `bench: this checkout has no ${against}; this state is measured beside the echo alone.\n`,
  );

async function measureGateway(): Promise<void> {
  const folders = [ROOT, ...(earlierState === undefined ? [] : [earlierState.folder])];
  const { times, bytes } = await measureTurns(folders, rounds);
  const [bare = [], ...states] = times;
  const added = states.map((own) => own.map((ms, round) => ms - (bare[round] ?? Number.NaN)));
  const [now = [], before = []] = added;
  printTable(
    [`turns of ${bytes.join(" to ")} bytes, load ${loadavg()[0]?.toFixed(1)}`, "ms a turn"],
    [
      ["bare pass-through", median(bare).toFixed(2)],
      ["added now", median(now).toFixed(2)],
      ...(before.length === 0 ? [] : [[`added by ${against}`, median(before).toFixed(2)]]),
      ...(before.length === 0 ? [] : [["added now over added before", ratio(now, before)]]),
    ],
  );
}

const running: ChildServer[] = [];
const start = async (server: Promise<ChildServer>): Promise<ChildServer> => {
  running.push(await server);
  return server;
};
const cleanUp = (): void => {
  earlierState?.remove();
  rmSync(dataRoot, { recursive: true, force: true });
};
if (isGateway) {
  await measureGateway().finally(cleanUp);
  process.exit();
}
try {
  const echo = await start(startChildServer(join(import.meta.dirname, "echo-server.ts"), []));
  const now = await start(startService(ROOT));
  const earlier = earlierState === undefined ? [] : [await start(startService(earlierState.folder))];
  const servers = [echo, now, ...earlier];
  await delay(3_000);
  const restMb = servers.map((server) => server.residentMb());
  const [, small] = CASES;
  for (const server of servers) await requestUs(server, targetOf(server, small), WARM_MS);
  const measured = new Map<string, readonly (readonly number[])[]>();
  for (const benchCase of CASES.filter(({ name }) => name.includes(words))) {
    process.stderr.write(`bench: ${benchCase.name}\n`);
    measured.set(benchCase.name, await measureCase(servers, benchCase, rounds));
  }
  process.stdout.write(
    `${cpus()[0]?.model.trim() ?? "unknown"}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}, ${isPinned ? "pinned" : "not pinned"}; compared with ${against}\n\n`,
  );
  printTable(
    ["whole request, processor time", "share of the echo", "earlier over now", "now, echo"],
    [...measured].map(([name, { [ECHO]: echoed = [], [NOW]: ours = [], [EARLIER]: before = [] }]) => [
      name,
      ratio(echoed, ours),
      ratio(before, ours),
      `${Math.round(median(ours))}, ${Math.round(median(echoed))} us`,
    ]),
  );
  printParts(measured);
  if (words === "") {
    const handing = await start(startService(ROOT, ["--journal-wait", "handed-over"]));
    await requestUs(handing, targetOf(handing, small), WARM_MS);
    const rate = Math.round(500_000 / median(measured.get(small.name)?.[NOW] ?? []));
    const names = ["echo", "now, commit", ...earlier.map(() => "earlier"), "now, handed over"];
    const waits = await measureLatency([...servers, handing], rate);
    printTable(
      [`at ${rate} requests a second, half of the capacity`, "p50 ms", "p99 ms", "p99 over p50"],
      waits.map(({ p50, p99 }, at) => [
        names[at] ?? "",
        median(p50).toFixed(2),
        median(p99).toFixed(1),
        ratio(p99, p50),
      ]),
    );
    printTable(
      ["", "now", "earlier"],
      [
        ["second start to announcement, ms", ...servers.slice(1).map(({ startMs }) => startMs.toFixed(0))],
        ["memory at rest, MB", ...restMb.slice(1).map((mb) => mb.toFixed(0))],
      ],
    );
  }
} finally {
  await Promise.all(running.map((server) => server.stop()));
  cleanUp();
}
