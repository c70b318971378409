// Measures the journal: rows a second and the time from append to commit, by concurrency, on each database; and whether
// reading stays flat while it grows. Usage: node proof/bench/journal.ts [--seconds 3] [--grow 200000] [--json FILE]
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createJournal, openStorage, type Storage } from "@signalbox/storage";
import { postgresSkipReason, startTestPostgres } from "@signalbox/storage/testing";

import { CANDIDATES, candidate, decision, RECORD } from "./journal-rows.ts";

interface Figure {
  readonly database: string;
  readonly inFlight: number;
  readonly rowsPerSecond: number;
  readonly rowsPerCommit: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Time of the deciding thread that one row costs. */
  readonly mainThreadUs: number;
  /** Time of all other threads of this process that one row costs. */
  readonly otherThreadsUs: number;
  /** The busiest of them, on SQLite the journal's own; NaN where the system does not tell. */
  readonly busiestUs: number;
}

interface GrowthFigure {
  readonly database: string;
  readonly rows: number;
  readonly overviewMs: number;
  readonly listMs: number;
  readonly findMs: number;
  readonly rowsPerSecond: number;
}

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    grow: { type: "string", default: "0" },
    json: { type: "string" },
  },
});
const HOUR_MS = 3_600_000;

async function newAccount(storage: Storage): Promise<string> {
  const id = randomUUID();
  const rest = {
    name: "bench",
    settings: {},
    digestKey: "00",
    claimTokenHash: null,
    createdAtMs: Date.now(),
  };
  await storage.accounts.create({ id, ...rest });
  return id;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

const TASKS = "/proc/self/task";
const NS_PER_US = 1_000;

/** Time on a processor by thread, without the main one. @unit microseconds */
function otherThreads(): ReadonlyMap<string, number> {
  const ids = existsSync(TASKS) ? readdirSync(TASKS).filter((id) => id !== String(process.pid)) : [];
  return new Map(
    ids.map((id) => {
      const [ran] = readFileSync(`${TASKS}/${id}/schedstat`, "utf8").split(" ");
      return [id, Number(ran) / NS_PER_US];
    }),
  );
}

interface Case {
  readonly storage: Storage;
  readonly database: string;
  readonly inFlight: number;
  readonly durability: "full" | "normal";
}

async function measure({ storage, database, inFlight, durability }: Case): Promise<Figure> {
  const accountId = await newAccount(storage);
  const journal = createJournal(storage, { durability });
  const latencies: number[] = [];
  await journal.append(decision(accountId, Date.now()));
  const startedAt = performance.now();
  const startedCpu = process.threadCpuUsage();
  const startedAllCpu = process.cpuUsage();
  const startedOthers = otherThreads();
  const endAt = startedAt + Number(values.seconds) * 1_000;
  const writer = async (): Promise<void> => {
    while (performance.now() < endAt) {
      const row = decision(accountId, Date.now());
      const appendedAt = performance.now();
      await journal.append(row);
      latencies.push(performance.now() - appendedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, writer));
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.threadCpuUsage(startedCpu);
  const allCpu = process.cpuUsage(startedAllCpu);
  const mainUs = cpu.user + cpu.system;
  const othersUs = Array.from(otherThreads(), ([id, us]) => us - (startedOthers.get(id) ?? 0));
  const { committedRows, committedBatches } = journal.figures();
  await journal.close();
  latencies.sort((a, b) => a - b);
  return {
    database,
    inFlight,
    rowsPerSecond: Math.round(committedRows / seconds),
    rowsPerCommit: Number((committedRows / committedBatches).toFixed(1)),
    p50Ms: Number(percentile(latencies, 0.5).toFixed(2)),
    p99Ms: Number(percentile(latencies, 0.99).toFixed(2)),
    mainThreadUs: Number((mainUs / committedRows).toFixed(1)),
    otherThreadsUs: Number(((allCpu.user + allCpu.system - mainUs) / committedRows).toFixed(1)),
    busiestUs:
      othersUs.length === 0 ? Number.NaN : Number((Math.max(...othersUs) / committedRows).toFixed(1)),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return Number(
    percentile(
      times.sort((a, b) => a - b),
      0.5,
    ).toFixed(2),
  );
}

/** Fills one account to so many rows, spread over thirty days, and times the reads and the next writes. */
async function grow(storage: Storage, database: string, rowsMax: number): Promise<readonly GrowthFigure[]> {
  const accountId = await newAccount(storage);
  const journal = createJournal(storage);
  const figures: GrowthFigure[] = [];
  const now = Date.now();
  const spread = 30 * 24 * HOUR_MS;
  let rows = 0;
  let last = "";
  for (let target = 1_000; target <= rowsMax; target *= 10) {
    const startedAt = performance.now();
    const before = rows;
    for (; rows < target; rows += 200) {
      const batch = Array.from({ length: 200 }, () =>
        decision(accountId, now - Math.floor(Math.random() * spread)),
      );
      await Promise.all(batch.map((row) => journal.append(row)));
      last = batch[0]?.sessionId ?? "";
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const window = { accountId, fromMs: now - spread, toMs: now, bucketHours: 24 };
    figures.push({
      database,
      rows,
      overviewMs: await timed(() => storage.overview.read(window)),
      listMs: await timed(() => storage.decisions.list({ accountId, label: candidate(0).label, limit: 50 })),
      findMs: await timed(() => storage.decisions.find({ accountId, sessionId: last })),
      rowsPerSecond: Math.round((rows - before) / seconds),
    });
  }
  await journal.close();
  return figures;
}

const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-"));
const figures: Figure[] = [];
const growth: GrowthFigure[] = [];
const growRows = Number(values.grow);

const file = await openStorage({ url: join(folder, "bench.db") });
for (const durability of ["full", "normal"] as const) {
  for (const inFlight of [1, 32, 256]) {
    const database = `SQLite file, ${durability}`;
    figures.push(await measure({ storage: file, database, inFlight, durability }));
  }
}
if (growRows > 0) growth.push(...(await grow(file, "SQLite file", growRows)));
await file.close();

if ((await postgresSkipReason()) === false) {
  const server = await startTestPostgres({ isDurable: true });
  const storage = await openStorage({ url: await server.createDatabase() });
  for (const inFlight of [1, 32, 256]) {
    figures.push(await measure({ storage, database: "PostgreSQL", inFlight, durability: "full" }));
  }
  if (growRows > 0) growth.push(...(await grow(storage, "PostgreSQL", growRows)));
  await storage.close();
  await server.stop();
}
rmSync(folder, { recursive: true });

const machine = `${cpus()[0]?.model ?? "unknown CPU"} x ${cpus().length}, Node ${process.version}`;
process.stdout.write(
  `${machine}; ${CANDIDATES} candidates a decision, ${JSON.stringify(RECORD).length} bytes as JSON\n`,
);
console.table(figures);
if (growth.length > 0) console.table(growth);
if (values.json !== undefined)
  writeFileSync(values.json, JSON.stringify({ machine, figures, growth }, null, 2));
