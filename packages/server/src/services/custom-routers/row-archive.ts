// The rows that a router was trained from, as they are kept with it: gzip over one JSON record a line, in the form that a file of
// evaluations may have too. Scores are as they were learned, the larger the better.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createInterface } from "node:readline";
import { SignalboxError } from "@signalbox/contracts";
import type { Account } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { readAccountSettings } from "../accounts/settings.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { found } from "../faults.ts";
import { keptRowsOf } from "./passed-over.ts";

/** Values by label, NaN where unknown. */
interface RowTable {
  readonly labels: readonly string[];
  readonly rows: readonly {
    readonly prompt: string;
    readonly scores: Float64Array;
    readonly costsUsd: Float64Array;
    readonly latenciesS: Float64Array;
  }[];
}

type Numbers = Readonly<Record<string, number | null>>;

/** One line. */
export interface KeptRow {
  readonly prompt: string;
  /** Scores of every model, so that the first line names all columns. */
  readonly scores: Numbers;
  readonly costs: Numbers;
  readonly latencies: Numbers;
  /** Label that was picked by a router that was trained without the row. */
  readonly pick?: string | undefined;
}

/** NaN, unknown, is null where every label is wanted, and left out elsewhere. */
function numbersOf(labels: readonly string[], values: Float64Array, isComplete: boolean): Numbers {
  const entries = labels.map((label, at) => [label, values[at]!] as const);
  const known = isComplete ? entries : entries.filter(([, value]) => !Number.isNaN(value));
  return Object.fromEntries(known.map(([label, value]) => [label, Number.isNaN(value) ? null : value]));
}

function* linesOf({ labels, rows }: RowTable, picks: readonly number[]): Generator<string> {
  for (const [at, { prompt, scores, costsUsd, latenciesS }] of rows.entries()) {
    const row: KeptRow = {
      prompt,
      scores: numbersOf(labels, scores, true),
      costs: numbersOf(labels, costsUsd, false),
      latencies: numbersOf(labels, latenciesS, false),
      pick: labels[picks[at] ?? -1],
    };
    yield `${JSON.stringify(row)}\n`;
  }
}

/** @param picks column of each row. @shape rows */
export async function writeKeptRows(path: string, table: RowTable, picks: readonly number[]): Promise<void> {
  await pipeline(Readable.from(linesOf(table, picks)), createGzip(), createWriteStream(path));
}

export async function* readKeptRows(parts: AsyncIterable<Uint8Array>): AsyncGenerator<KeptRow> {
  const input = createGunzip();
  // A fault on the way in ends the text with that fault, where it is awaited.
  pipeline(Readable.from(parts), input).catch((cause: unknown) => input.destroy(cause as Error));
  for await (const line of createInterface({ input, crlfDelay: Infinity })) yield JSON.parse(line) as KeptRow;
}

// The evaluation rows of a custom router are deleted with it, when their days are over, and when no text may be kept any more.
const DAY_MS = 86_400_000;

const UNDER_WAY: ReadonlySet<string> = new Set(["uploading", "queued", "running"]);

/**
 * Deletes a router with its rows, and with what they taught.
 * @throws SignalboxError not_found; conflict while it is trained, or while a preference names it
 */
export async function deleteRouter(
  context: Pick<ServiceContext, "clock" | "storage">,
  caller: Caller,
  id: string,
): Promise<void> {
  authorise(caller.principal, "routers.write");
  const { accountId } = caller.principal;
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const { customRouters, preferences } = repositories;
    const { name, state } = found(await customRouters.find({ accountId, id }), "custom router");
    if (UNDER_WAY.has(state))
      throw new SignalboxError("conflict", `"${name}" is being trained. Cancel the training first.`);
    for await (const preference of allPages((page) => preferences.list({ accountId, ...page })))
      if (preference.policy.custom_router_id === id)
        throw new SignalboxError(
          "conflict",
          `The preference "${preference.name}" routes by it. Switch the router off first.`,
        );
    await customRouters.delete({ accountId, id });
    await note({ action: "custom_router.delete", targetId: id, details: { name } });
  });
  await context.storage.scrub();
}

/** Days that rows stay with their router; null: as long as it does. 0 where no text may be kept. */
export function rowsKeptDays({ retention }: ServiceContext["config"], account: Account): number | null {
  if (!retention.allowText) return 0;
  const days = [readAccountSettings(account.settings).retention_days ?? 0, retention.routerRowsDays];
  const kept = days.filter((each) => each > 0);
  return kept.length === 0 ? null : Math.min(...kept);
}

/** Removes rows that outlived their days, or that would not be kept today. Returns of how many routers. */
export async function purgeKeptRows(context: ServiceContext, account: Account): Promise<number> {
  const { storage, clock, config } = context;
  const days = rowsKeptDays(config, account);
  if (days === null) return 0;
  const beforeMs = days === 0 ? Number.POSITIVE_INFINITY : clock.nowMs() - days * DAY_MS;
  const accountId = account.id;
  let removed = 0;
  for await (const router of allPages((page) => storage.customRouters.list({ accountId, ...page }))) {
    const kept = keptRowsOf(router);
    if (kept === undefined || kept.atMs >= beforeMs) continue;
    const { kept: _kept, ...upload } = router.upload;
    await storage.customRouters.deleteEvidence({ accountId, id: router.id, kind: "rows" });
    await storage.customRouters.update({ accountId, id: router.id, upload, nowMs: clock.nowMs() });
    removed += 1;
  }
  return removed;
}
