// The parts of a request that each microsecond goes to: by thread from the scheduler's counters, by part of the path from a
// sampling profile of the deciding thread. In echoes too, the processor time of one request to the bare echo in the same run,
// which stays what it is when the machine is slow:
//   node proof/bench/profile.ts [--case 0] [--warm 12000] [--count 12000] [--json FILE]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Profiler } from "node:inspector";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import { bodiesOf, CASES } from "./cases.ts";
import { pinSelf, startChildServer, type ChildServer } from "../load/child-server.ts";
import { runRequests } from "../load/closed-loop.ts";
import { partsOfProfile } from "./profile-parts.ts";
import { buildTarget } from "../load/raw-client.ts";
import { percentile } from "../load/statistics.ts";

const CONNECTIONS = 32;
const ROUNDS = 6;
const ECHO_REQUESTS = 4_000;

const { values } = parseArgs({
  options: {
    case: { type: "string", default: "0" },
    warm: { type: "string", default: "12000" },
    count: { type: "string", default: "12000" },
    json: { type: "string" },
  },
});
const chosen = CASES[Number(values.case)];
if (chosen === undefined) throw new RangeError(`--case must be 0 to ${CASES.length - 1}.`);
const theCase = chosen;
const { name } = theCase;
const bodies = new Map<ChildServer, () => string>();
const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

function send(server: ChildServer, count: number): Promise<void> {
  const body = bodies.get(server) ?? bodiesOf(theCase);
  bodies.set(server, body);
  const target = buildTarget({ url: server.url, path: "/api/v1/model-select", key: server.key, body });
  return runRequests(target, CONNECTIONS, count);
}

type Threads = ReadonlyMap<string, number>;

/** Microseconds a request of each thread. */
async function costOf(server: ChildServer, count: number): Promise<Threads> {
  const before = server.threadsUs();
  await send(server, count);
  return new Map(Array.from(server.threadsUs(), ([key, us]) => [key, (us - (before.get(key) ?? 0)) / count]));
}

const total = (threads: Threads): number => [...threads.values()].reduce((sum, us) => sum + us, 0);

interface Measured {
  readonly echoUs: number;
  /** Medians over the rounds. @unit echoes */
  readonly threads: Threads;
}

/** The echo and the service in turn. */
async function measure(ours: ChildServer, echo: ChildServer): Promise<Measured> {
  const echoUs: number[] = [];
  const byThread = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const echoed = total(await costOf(echo, ECHO_REQUESTS));
    echoUs.push(echoed);
    for (const [thread, us] of await costOf(ours, Math.ceil(Number(values.count) / ROUNDS)))
      byThread.set(thread, [...(byThread.get(thread) ?? []), us / echoed]);
  }
  const threads = new Map(Array.from(byThread, ([thread, echoes]) => [thread, median(echoes)]));
  return { echoUs: median(echoUs), threads };
}

interface Row {
  readonly what: string;
  readonly echoes: number;
  readonly share?: number;
}

const render = (rows: readonly Row[], echoUs: number): string =>
  rows
    .map(({ what, echoes, share }) => {
      const part = share === undefined ? "" : `${(100 * share).toFixed(1)} %`;
      return `| ${what} | ${part} | ${echoes.toFixed(2)} | ${(echoes * echoUs).toFixed(0)} |\n`;
    })
    .join("");

pinSelf();
const folder = mkdtempSync(join(tmpdir(), "signalbox-profile-"));
const profileFile = join(folder, "main.cpuprofile");
try {
  const ours = await startChildServer(join(import.meta.dirname, "profiled-server.ts"), [folder, profileFile]);
  const echo = await startChildServer(join(import.meta.dirname, "echo-server.ts"), []);
  await send(ours, Number(values.warm));
  await send(echo, ECHO_REQUESTS);
  // Threads are counted without the sampler, which takes time of its own.
  const { echoUs, threads } = await measure(ours, echo);
  ours.signal("SIGUSR2");
  await wait(500);
  await send(ours, Number(values.count));
  await Promise.all([ours.stop(), echo.stop()]);
  const deciding = threads.get("MainThread") ?? total(threads);
  const profile = JSON.parse(readFileSync(profileFile, "utf8")) as Profiler.Profile;
  const parts = partsOfProfile(profile).map(({ part, share }) => ({
    what: part,
    share,
    echoes: share * deciding,
  }));
  const rows: Row[] = [
    { what: "all threads", echoes: total(threads) },
    ...Array.from(threads, ([what, echoes]) => ({ what, echoes })).filter(({ echoes }) => echoes >= 0.01),
  ];
  process.stdout.write(
    `${name}: ${(1 / total(threads)).toFixed(3)} of the echo by processor time; an echo takes ${echoUs.toFixed(0)} us\n\n` +
      `| thread | | echoes | us |\n|---|--:|--:|--:|\n${render(rows, echoUs)}\n` +
      `| part of the deciding thread | share | echoes | us |\n|---|--:|--:|--:|\n${render(parts, echoUs)}`,
  );
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ name, echoUs, threads: rows, parts }, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
