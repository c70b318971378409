// An installation that has been used for long: rows in the journal, keys and preferences in accounts.
import { randomBytes, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

import { createCatalog, listModels } from "@signalbox/catalog";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import { createEngineHolder, loadConfig } from "@signalbox/server";
import { SCOPES } from "@signalbox/contracts";
import { createJournal, openStorage, type Storage } from "@signalbox/storage";
import { buildBody } from "./cases.ts";
import { percentile } from "../load/statistics.ts";
import { decision } from "./journal-rows.ts";
import { newKey } from "../../packages/server/src/services/keys/new-key.ts";
import type { Installation } from "../load/installation.ts";

// How the time to read a request and to decide it grows with candidates and with the conversation. Every size is timed once a round and compared with the
// base case of the same round, so that a slow moment of the machine slows both.
const ROUNDS = 300;
const WARM_ROUNDS = 60;
const BASE = { candidates: 10, bytes: 1_024 } as const;
const CANDIDATES = [2, 5, 10, 20, 50, 100, 200];
// The fixed parts of a body with two candidates leave no smaller one.
const BYTES = [256, 10_240, 102_400, 1_024_000];

export interface GrowthRow {
  readonly candidates: number;
  readonly bytes: number;
  /** Median of the time over that of 10 candidates and 1 KB in the same round. */
  readonly ratio: number;
}

type GrownSize = Pick<GrowthRow, "candidates" | "bytes">;

export async function measureGrowth(): Promise<readonly GrowthRow[]> {
  const catalog = createCatalog();
  const { models } = listModels(catalog);
  const { current: engine } = await createEngineHolder(
    loadConfig({ file: undefined, env: {}, flags: {} }),
    catalog,
  );
  const bodyOf = ({ candidates, bytes }: GrownSize): string => {
    const body = JSON.parse(buildBody({ bytes, candidates: 2, tools: 0, turns: 1 })) as object;
    const llm_providers = models.slice(0, candidates).map(({ provider, model }) => ({ provider, model }));
    return JSON.stringify({ ...body, llm_providers });
  };
  const sizes: readonly GrownSize[] = [
    ...CANDIDATES.map((candidates) => ({ candidates, bytes: BASE.bytes })),
    ...BYTES.map((bytes) => ({ candidates: BASE.candidates, bytes })),
  ];
  const base = bodyOf(BASE);
  const timed = sizes.map((size) => ({ size, body: bodyOf(size), ratios: [] as number[] }));
  const timeOf = (body: string): number => {
    const startedMs = performance.now();
    const read = readSelectRequest(JSON.parse(body) as object, catalog);
    engine.decide(plainInput({ ...read, explorationDraw: 0.5 }));
    return performance.now() - startedMs;
  };
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round += 1)
    for (const { body, ratios } of timed) {
      const ratio = timeOf(body) / timeOf(base);
      if (round >= WARM_ROUNDS) ratios.push(ratio);
    }
  return timed.map(({ size: { candidates, bytes }, ratios }) => ({
    candidates,
    bytes,
    ratio: percentile(ratios, 0.5),
  }));
}

/** Half of what the service lets one have. */
const KEYS_PER_ACCOUNT = 10_000;
const ROWS_TOGETHER = 500;
const REPORT_EVERY = 100_000;
const SPREAD_MS = 30 * 86_400_000;

export interface KeyAndPreference {
  readonly key: string;
  readonly preferenceId: string;
}

export interface Size {
  readonly rows: number;
  /** As many preferences. */
  readonly keys: number;
  /** Rows that the journal writes; further ones of an embedded database are copies by SQL. Default all. */
  readonly written?: number;
}

async function addAccount(storage: Storage): Promise<string> {
  const id = randomUUID();
  const digestKey = randomBytes(32).toString("hex");
  const rest = { name: "grown", settings: {}, claimTokenHash: null, createdAtMs: Date.now() };
  await storage.accounts.create({ id, digestKey, ...rest });
  return id;
}

async function addKey(storage: Storage, accountId: string): Promise<string> {
  const { key, secret } = newKey({ accountId, name: "grown", scopes: SCOPES, nowMs: Date.now() });
  await storage.apiKeys.create(key);
  return secret;
}

async function addPair(storage: Storage, accountId: string): Promise<KeyAndPreference> {
  const id = randomUUID();
  const policy = { objective: { kind: "cost" as const, tolerance: 0.1 } };
  await storage.preferences.create({ id, accountId, name: "grown", policy, atMs: Date.now() });
  return { key: await addKey(storage, accountId), preferenceId: id };
}

interface Rows {
  readonly rows: number;
  /** The first of them, which the journal writes. */
  readonly written: number;
  readonly report: (step: string) => void;
}

async function addRows(
  storage: Storage,
  accountIds: readonly string[],
  { rows, written, report }: Rows,
): Promise<void> {
  const journal = createJournal(storage, { durability: "normal" });
  const nowMs = Date.now();
  const one = (index: number): Promise<unknown> =>
    journal.append(
      decision(
        accountIds[index % accountIds.length] ?? "",
        nowMs - Math.floor((SPREAD_MS * (rows - index)) / rows),
      ),
    );
  for (let from = 0; from < written; from += ROWS_TOGETHER) {
    const count = Math.min(ROWS_TOGETHER, written - from);
    await Promise.all(Array.from({ length: count }, (_, at) => one(from + at)));
    if (from % REPORT_EVERY === 0 && from > 0) report(`${from} rows`);
  }
  await journal.close();
}

/** Bytes of pages in memory while rows are copied. */
const COPY_CACHE_KIB = 2_000_000;

/**
 * Goes on where the journal stopped, in the order of time, under ids that begin with it as those of the service do. The sums of
 * hours stay those of the rows that the journal wrote.
 */
function copyRows(file: string, { rows, written, report }: Rows): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(
      `pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${COPY_CACHE_KIB};
      create temp table seed as select * from decisions`,
    );
    const columns = database.prepare("select name from pragma_table_info('decisions')").all() as {
      readonly name: string;
    }[];
    const own = ["session_id", "chain_id", "created_at_ms"];
    const shared = columns.map(({ name }) => name).filter((name) => !own.includes(name));
    const copy = database.prepare(
      `with timed as materialized (
        select rowid as number, ? - cast((? - rowid) * ? as integer) as ms, lower(hex(randomblob(9))) as drawn
        from seed where rowid <= ?
      ), named as materialized (
        select number, ms, printf('%s-%s-7%s-8%s-%s', substr(printf('%012x', ms), 1, 8),
          substr(printf('%012x', ms), 9), substr(drawn, 1, 3), substr(drawn, 4, 3), substr(drawn, 7)) as id from timed
      )
      insert into decisions (${[...own, ...shared].join(", ")})
      select id, id, ms, ${shared.map((name) => `seed.${name}`).join(", ")}
      from named join seed on seed.rowid = number order by number`,
    );
    const nowMs = Date.now();
    for (let from = written; from < rows; from += written) {
      copy.run(nowMs, rows - from, SPREAD_MS / rows, Math.min(written, rows - from));
      report(`${Math.min(from + written, rows)} rows`);
    }
    database.exec("pragma journal_mode = wal");
  } finally {
    database.close();
  }
}

/** Fills the database of an installation that was started once. Returns what its callers send. */
export async function growInstallation(
  { databaseUrl }: Installation,
  { rows, keys, written = rows }: Size,
  report: (step: string) => void,
): Promise<readonly KeyAndPreference[]> {
  const isCopied = written < rows && !databaseUrl.includes("://");
  const filled: Rows = { rows, written: isCopied ? written : rows, report };
  const storage = await openStorage({ url: databaseUrl });
  const pairs: KeyAndPreference[] = [];
  try {
    const accountIds: string[] = [];
    while (accountIds.length < Math.ceil(keys / KEYS_PER_ACCOUNT)) accountIds.push(await addAccount(storage));
    while (pairs.length < keys)
      pairs.push(await addPair(storage, accountIds[Math.floor(pairs.length / KEYS_PER_ACCOUNT)] ?? ""));
    report(`${keys} keys and preferences`);
    await addRows(storage, accountIds, filled);
  } finally {
    await storage.close();
  }
  if (isCopied) copyRows(databaseUrl, filled);
  return pairs;
}
