// Works off queued replays. Where and how one is run is decided by the one who builds the runner.
import { randomUUID } from "node:crypto";

import { SignalboxError } from "@signalbox/contracts";
import type { DecisionFilter, DecisionRow, Job } from "@signalbox/storage";

import type { AccountState } from "../../context/account-state.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { filterOf } from "../../services/decisions/reading/list-decisions.ts";
import { createGiveWay } from "../../services/give-way.ts";
import { journalledCase, loadSide, type PolicySide } from "../../services/preferences/dry-run-inputs.ts";
import { repricing } from "../../services/replay/reprice.ts";
import type { ReplayParams } from "../../services/replay/replays.ts";
import { loggedOutcome, replayPick } from "./compare-decisions.ts";
import { summariseReplay, type ReplayedDecision } from "./summarise-replay.ts";

const LEASE_MS = 60_000;
/** Between two words on how far it has come, and two looks whether it is still wanted. */
const TELL_MS = 500;

/** Rows whose reports are read by one query. */
const BATCH_ROWS = 200;

/** Rewards reported for each pick, by session. */
async function rewardsOf(
  { storage }: Pick<ServiceContext, "storage">,
  accountId: string,
  rows: readonly DecisionRow[],
): Promise<ReadonlyMap<string, number>> {
  const labels = new Map(rows.map(({ sessionId, label }) => [sessionId, label]));
  const reports = await storage.feedback.listBySessions({ accountId, sessionIds: [...labels.keys()] });
  return new Map(
    reports.flatMap(({ sessionId, label, value, withdrawnAtMs }) =>
      value !== null && withdrawnAtMs === null && labels.get(sessionId) === label
        ? [[sessionId, value] as const]
        : [],
    ),
  );
}

interface Sides {
  readonly a: PolicySide;
  readonly b: PolicySide;
}

interface ReplayedRow extends Sides {
  readonly row: DecisionRow;
  readonly reward: number | undefined;
}

function replayRow(
  context: ReplayContext,
  state: AccountState,
  { row, reward, ...sides }: ReplayedRow,
): ReplayedDecision | undefined {
  const item = journalledCase(context, state, row);
  if (item === undefined) return undefined;
  const a = replayPick(item, sides.a, row.label);
  const b = replayPick(item, sides.b, row.label);
  const judged =
    reward === undefined ? undefined : { a: loggedOutcome(row, a, reward), b: loggedOutcome(row, b, reward) };
  return { chainId: row.chainId, sessionId: row.sessionId, createdAtMs: row.createdAtMs, a, b, judged };
}

/** Rows in lists of so many, the last one shorter. */
async function* batchesOf(rows: AsyncIterable<DecisionRow>): AsyncGenerator<readonly DecisionRow[]> {
  let batch: DecisionRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The part of a service that a replay needs. */
type ReplayContext = Pick<ServiceContext, "storage" | "engine" | "accounts">;

export interface ReplayWork {
  readonly accountId: string;
  readonly params: ReplayParams;
  /** Says how far it has come; false when the work is no longer wanted. */
  readonly tell: (share: number) => Promise<boolean>;
}

/** Undefined when the work was no longer wanted. */
export type RunReplay = (work: ReplayWork) => Promise<ReturnType<typeof summariseReplay> | undefined>;

const filterIn = ({ accountId, params }: Omit<ReplayWork, "tell">): DecisionFilter => ({
  ...filterOf(accountId, params.filter),
  refused: false,
  fromMs: params.fromMs ?? undefined,
  toMs: params.toMs ?? undefined,
});

/** How many decisions it will look at. */
export async function countReplayed(
  { storage }: Pick<ServiceContext, "storage">,
  work: Omit<ReplayWork, "tell">,
): Promise<number> {
  const filter = { ...filterIn(work), limit: work.params.decisionsMax };
  return (await storage.decisions.measure(filter)).decisions;
}

/** The whole comparison, here. */
export async function replayJournal(
  context: ReplayContext,
  { accountId, params, tell }: ReplayWork,
): ReturnType<RunReplay> {
  const state = await context.accounts.get(accountId);
  const a = await loadSide(context, state, params.a);
  const b = { ...(await loadSide(context, state, params.b)), reprice: repricing(params.price ?? null) };
  const decisions: ReplayedDecision[] = [];
  let seen = 0;
  const filter = filterIn({ accountId, params });
  const limit = await countReplayed(context, { accountId, params });
  const giveWay = createGiveWay();
  let nextTellMs = 0;
  const stream = context.storage.decisions.stream({ ...filter, limit, newestFirst: true });
  for await (const batch of batchesOf(stream)) {
    const rewards = await rewardsOf(context, accountId, batch);
    for (const row of batch) {
      seen += 1;
      const replayed = replayRow(context, state, { row, a, b, reward: rewards.get(row.sessionId) });
      if (replayed !== undefined) decisions.push(replayed);
      const pause = giveWay();
      if (pause !== undefined) await pause;
    }
    const nowMs = performance.now();
    if (nowMs < nextTellMs) continue;
    nextTellMs = nowMs + TELL_MS;
    if (!(await tell(Math.min(1, seen / limit)))) return undefined;
  }
  const { decisionsMax } = params;
  const cutAt = seen < decisionsMax ? undefined : decisionsMax;
  return summariseReplay(decisions, { skipped: seen - decisions.length, cutAt });
}

interface Runner {
  readonly context: ServiceContext;
  readonly run: RunReplay;
  readonly workerId: string;
}

async function work({ context, run, workerId }: Runner, job: Job): Promise<void> {
  const { accountId, id } = job;
  const { replayJobs } = context.storage;
  const tell = (progress: number): Promise<boolean> =>
    replayJobs.reportProgress({
      accountId,
      id,
      workerId,
      progress,
      stage: "replaying",
      nowMs: context.clock.nowMs(),
      leaseMs: LEASE_MS,
    });
  try {
    const report = await run({ accountId, params: job.params as unknown as ReplayParams, tell });
    if (report !== undefined)
      await replayJobs.finish({ accountId, id, workerId, nowMs: context.clock.nowMs(), report });
  } catch (cause) {
    const error =
      cause instanceof SignalboxError ? cause.detail : "The replay failed. The log of the service says more.";
    if (!(cause instanceof SignalboxError)) context.logger.error({ cause, replayId: id }, "a replay failed");
    await replayJobs.finish({ accountId, id, workerId, nowMs: context.clock.nowMs(), error });
  }
}

/** Works off everything that is queued. */
export function createReplayRunner(context: ServiceContext, run: RunReplay): () => Promise<void> {
  const workerId = randomUUID();
  return async () => {
    for (;;) {
      const job = await context.storage.replayJobs.claim({
        workerId,
        nowMs: context.clock.nowMs(),
        leaseMs: LEASE_MS,
      });
      if (job === undefined) return;
      await work({ context, run, workerId }, job);
    }
  };
}
