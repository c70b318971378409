// An installation that has been used for long: rows in the journal, keys and preferences in accounts.
import { randomBytes, randomUUID } from "node:crypto";

import { SCOPES } from "@signalbox/contracts";
import { createJournal, openStorage, type Storage } from "@signalbox/storage";

import { decision } from "./journal-rows.ts";
import { newKey } from "../../packages/server/src/services/keys/new-key.ts";
import type { Installation } from "../load/installation.ts";

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

async function addRows(
  storage: Storage,
  accountIds: readonly string[],
  { rows, report }: { readonly rows: number; readonly report: (step: string) => void },
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
  for (let from = 0; from < rows; from += ROWS_TOGETHER) {
    const count = Math.min(ROWS_TOGETHER, rows - from);
    await Promise.all(Array.from({ length: count }, (_, at) => one(from + at)));
    if (from % REPORT_EVERY === 0 && from > 0) report(`${from} rows`);
  }
  await journal.close();
}

/** Fills the database of an installation that was started once. Returns what its callers send. */
export async function growInstallation(
  { databaseUrl }: Installation,
  { rows, keys }: Size,
  report: (step: string) => void,
): Promise<readonly KeyAndPreference[]> {
  const storage = await openStorage({ url: databaseUrl });
  try {
    const accountIds: string[] = [];
    while (accountIds.length < Math.ceil(keys / KEYS_PER_ACCOUNT)) accountIds.push(await addAccount(storage));
    const pairs: KeyAndPreference[] = [];
    while (pairs.length < keys)
      pairs.push(await addPair(storage, accountIds[Math.floor(pairs.length / KEYS_PER_ACCOUNT)] ?? ""));
    report(`${keys} keys and preferences`);
    await addRows(storage, accountIds, { rows, report });
    return pairs;
  } finally {
    await storage.close();
  }
}
