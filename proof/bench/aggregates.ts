// Measures what the dashboard asks of a large journal: every aggregate over HTTP, at spans of a day to a year, on each database.
// The journal is filled through its own writer, so that the hourly sums are those that a service keeps.
// Usage: node proof/bench/aggregates.ts [--rows 1000000] [--days 90] [--rounds 40] [--only sqlite|postgres] [--json FILE] [--keep FOLDER]
// [--postgres-url URL]
// With --keep the SQLite file stays in the folder, and a later run with it measures the same rows without filling it again; so does
// the PostgreSQL database of --postgres-url, whose first run with the folder fills it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { loadConfig, startServer } from "@signalbox/server";
import { createJournal, GROUP_DIMENSIONS, openStorage, type Storage } from "@signalbox/storage";
import { postgresSkipReason, startTestPostgres } from "@signalbox/storage/testing";

import { variedDecisions } from "./varied-decisions.ts";
import { percentile } from "../load/statistics.ts";

const DAY_MS = 86_400_000;
const IN_FLIGHT = 2_000;

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    days: { type: "string", default: "90" },
    rounds: { type: "string", default: "40" },
    only: { type: "string" },
    json: { type: "string" },
    keep: { type: "string" },
    "postgres-url": { type: "string" },
  },
});
const [rows, days, rounds] = [Number(values.rows), Number(values.days), Number(values.rounds)];

interface AggregateFigure {
  readonly database: string;
  readonly aggregate: string;
  readonly span: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Computing of this process, client and service, without that of a database server: what a busy machine does not change. */
  readonly cpuP95Ms: number;
}

async function fill(storage: Storage, accountId: string): Promise<void> {
  const journal = createJournal(storage, { durability: "normal", queueRowsMax: IN_FLIGHT * 2 });
  const decisions = variedDecisions({
    accountId,
    rows,
    fromMs: Date.now() - days * DAY_MS,
    toMs: Date.now(),
  });
  let waiting: Promise<unknown>[] = [];
  let [written, tenths] = [0, 1];
  for (const decision of decisions) {
    waiting.push(journal.append(decision));
    written += 1;
    if (waiting.length < IN_FLIGHT) continue;
    await Promise.all(waiting);
    waiting = [];
    if (written * 10 >= tenths * rows) process.stderr.write(`${(tenths += 1) - 1}0 % of ${rows} rows\n`);
  }
  await Promise.all(waiting);
  await journal.close();
}

const AGGREGATES = [
  "overview",
  ...GROUP_DIMENSIONS.map((by) => `overview/groups?by=${by}`),
  "overview/groups?by=label&feedback=good",
  "overview/groups?by=feedback&label=provider-3%2Fmodel-3&usd_min=0.001",
  ...["cheapest", "best_each", "mix_before", "fixed&label=provider-3%2Fmodel-3"].map(
    (baseline) => `overview/savings?baseline=${baseline}`,
  ),
  "health/drift",
  "decisions?limit=50",
];
const SPANS: Readonly<Record<string, number>> = {
  "1 day": 1,
  "7 days": 7,
  "30 days": 30,
  "90 days": 90,
  "a year": 365,
};

interface Taken {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const read = async (url: string, key: string): Promise<Taken> => {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1000 };
};

async function timeAll(database: string, url: string, key: string): Promise<readonly AggregateFigure[]> {
  const figures: AggregateFigure[] = [];
  for (const [span, spanDays] of Object.entries(SPANS))
    for (const aggregate of AGGREGATES) {
      const from = new Date(Date.now() - spanDays * DAY_MS).toISOString();
      const address = `${url}/api/v1/${aggregate}${aggregate.includes("?") ? "&" : "?"}from=${from}`;
      await read(address, key);
      const taken: Taken[] = [];
      for (let round = 0; round < rounds; round += 1) taken.push(await read(address, key));
      const at = (of: keyof Taken, share: number): number =>
        Number(
          percentile(
            taken.map((one) => one[of]),
            share,
          ).toFixed(1),
        );
      figures.push({
        database,
        aggregate,
        span,
        p50Ms: at("wallMs", 0.5),
        p95Ms: at("wallMs", 0.95),
        cpuP95Ms: at("cpuMs", 0.95),
      });
    }
  return figures;
}

async function fillFirstAccount(address: string): Promise<void> {
  const storage = await openStorage({ url: address });
  try {
    const accounts = await storage.accounts.list({});
    await fill(storage, accounts.items[0]?.id ?? "");
  } finally {
    await storage.close();
  }
}

/** The service makes its account and first key; the journal is then filled beside it. */
async function measure(
  database: string,
  address: string,
  dataDir: string,
): Promise<readonly AggregateFigure[]> {
  const flags = { "data-dir": dataDir, port: "0", "database-url": address, "log-level": "error" };
  const server = await startServer({ config: loadConfig({ file: undefined, env: {}, flags }) });
  try {
    const keyFile = join(dataDir, "key.txt");
    const isFilled = existsSync(keyFile);
    const key = isFilled ? readFileSync(keyFile, "utf8") : (server.firstStart?.key ?? "");
    if (!isFilled) {
      await fillFirstAccount(address);
      writeFileSync(keyFile, key);
    }
    return await timeAll(database, server.url, key);
  } finally {
    await server.stop();
  }
}

function print(figures: readonly AggregateFigure[]): void {
  for (const [database, own] of Map.groupBy(figures, (figure) => figure.database)) {
    process.stdout.write(`${database}, p50 / p95 in milliseconds by span, and p95 of computing\n`);
    const cellOf = ({ span, p50Ms, p95Ms, cpuP95Ms }: AggregateFigure) =>
      [span, `${p50Ms} / ${p95Ms}, ${cpuP95Ms}`] as const;
    const rowsByAggregate = Map.groupBy(own, ({ aggregate }) => aggregate);
    console.table(
      Object.fromEntries(
        [...rowsByAggregate].map(([name, all]) => [name, Object.fromEntries(all.map(cellOf))]),
      ),
    );
  }
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), "signalbox-aggregates-"));
mkdirSync(folder, { recursive: true });
const figures: AggregateFigure[] = [];
const report = (measured: readonly AggregateFigure[]): void => {
  figures.push(...measured);
  print(measured);
};
try {
  if (values.only !== "postgres") report(await measure("SQLite", join(folder, "bench.db"), folder));
  const given = values["postgres-url"];
  if (given !== undefined) {
    const dataDir = join(folder, "postgres");
    mkdirSync(dataDir, { recursive: true });
    report(await measure("PostgreSQL", given, dataDir));
  } else if (values.only !== "sqlite" && (await postgresSkipReason()) === false) {
    const server = await startTestPostgres();
    try {
      report(
        await measure("PostgreSQL", await server.createDatabase(), mkdtempSync(join(folder, "postgres-"))),
      );
    } finally {
      await server.stop();
    }
  }
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true });
}
const machine = `${cpus()[0]?.model ?? "unknown CPU"} x ${cpus().length}, Node ${process.version}`;
process.stdout.write(`${machine}; ${rows} decisions over ${days} days\n`);
const slowest = (of: "p95Ms" | "cpuP95Ms"): number =>
  figures.reduce((most, figure) => Math.max(most, figure[of]), 0);
process.stdout.write(`slowest p95: ${slowest("p95Ms")} ms, of computing ${slowest("cpuP95Ms")} ms\n`);
if (values.json !== undefined)
  writeFileSync(values.json, JSON.stringify({ machine, rows, days, figures }, null, 2));
