// Closes the months of the ledger: the days of a month are kept with their digest, and no later price, baseline or bill changes them.
import { createHash } from "node:crypto";

import { MONTH_OPEN_DAYS } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { changeAs } from "../audit/change.ts";
import { perContext } from "../per-context.ts";
import { toIso } from "../timestamps.ts";
import { listClosedMonths, MONTH_CLOSED, readLedger } from "./get-ledger.ts";

const GRACE_MS = MONTH_OPEN_DAYS * 86_400_000;
/** Months that are closed afterwards, as by a service that was away. */
const BACK = 3;
const SERVICE = { kind: "system", id: null, name: "ledger" } as const;

interface Month {
  /** As 2026-10. */
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Months that are over, the oldest first. */
function monthsBefore(nowMs: number): readonly Month[] {
  const now = new Date(nowMs);
  const start = (back: number): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
  return Array.from({ length: BACK }, (_, index) => {
    const fromMs = start(BACK - index);
    return { name: toIso(fromMs).slice(0, 7), fromMs, toMs: start(BACK - index - 1) };
  });
}

/** Nothing is left to close in these: the name of the newest month by account. */
const settled = perContext(() => new Map<string, string>());

async function closeAccount(context: ServiceContext, accountId: string): Promise<void> {
  const closed = [...(await listClosedMonths(context.storage, accountId))];
  for (const { name, fromMs, toMs } of monthsBefore(context.clock.nowMs() - GRACE_MS)) {
    if (closed.some(({ month }) => month === name)) continue;
    const span = { from: toIso(fromMs), to: toIso(toMs - 1), by: "day" } as const;
    const { decisions, baseline, factor, rows } = await readLedger(context, accountId, span);
    if (decisions === 0) continue;
    const closedAt = toIso(context.clock.nowMs());
    const previous = closed[0] === undefined ? null : { month: closed[0].month, sha256: closed[0].sha256 };
    const days = rows.filter((row) => row.decisions > 0);
    const record = JSON.stringify({ month: name, closed_at: closedAt, baseline, factor, previous, days });
    const sha256 = createHash("sha256").update(record).digest("hex");
    await changeAs(context, { accountId, actor: SERVICE, address: undefined }, ({ note }) =>
      note({ action: MONTH_CLOSED, targetId: name, details: { sha256, record } }),
    );
    closed.unshift({ month: name, closed_at: closedAt, record, sha256 });
  }
}

/** One round over all accounts: closes each month that ended three days ago or earlier and has decisions. */
export async function closeMonths(context: ServiceContext): Promise<void> {
  const nowMs = context.clock.nowMs();
  // The clock of retention knows no time before its first round.
  if (!Number.isFinite(nowMs)) return;
  const done = settled(context);
  for await (const { id } of allPages((page) => context.storage.accounts.list(page))) {
    const newest = monthsBefore(nowMs - GRACE_MS).at(-1)?.name ?? "";
    if (done.get(id) === newest) continue;
    await closeAccount(context, id);
    done.set(id, newest);
  }
}
