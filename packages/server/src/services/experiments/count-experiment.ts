// What a run of an experiment has shown, read from the journal: only decisions that were made within it count.
import type { Experiment } from "@signalbox/contracts";
import type { DecisionRow } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import type { ExperimentArm } from "./experiment-arm.ts";
import { toIso, toIsoOrNull } from "../timestamps.ts";
import { createArmTally, type ArmTally } from "./arm-tally.ts";
import { compareArms } from "./compare-arms.ts";
import type { ExperimentRun } from "./experiment-run.ts";

/** Newest decisions of each arm, and newest judgements, that one answer looks at. */
const ROWS_MAX = 50_000;
const PAGE_ROWS = 200;

const keyOf = (sessionId: string, label: string): string => `${sessionId} ${label}`;

/** Reported success by decision and label. */
async function readJudgements(
  context: ServiceContext,
  accountId: string,
): Promise<ReadonlyMap<string, number>> {
  const judged = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const page = await context.storage.feedback.list({ accountId, limit: PAGE_ROWS, cursor });
    for (const { sessionId, label, value, withdrawnAtMs } of page.items)
      if (value !== null && withdrawnAtMs === null) judged.set(keyOf(sessionId, label), value);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && judged.size < ROWS_MAX);
  return judged;
}

interface ArmReading {
  readonly run: ExperimentRun;
  readonly arm: ExperimentArm["arm"];
  readonly armPreferenceId: string;
  readonly judged: ReadonlyMap<string, number>;
}

/** Decisions that were asked of the preference itself, or belong to another experiment, do not count. */
function isOf(row: DecisionRow, { run, arm }: ArmReading): boolean {
  const drawn = row.request["experiment"] as ExperimentArm | undefined;
  return (
    drawn?.arm === arm && drawn.preference_id === run.preferenceId && drawn.challenger_id === run.challengerId
  );
}

async function readArm(context: ServiceContext, reading: ArmReading): Promise<ArmTally> {
  const { run, armPreferenceId: preferenceId, judged } = reading;
  const tally = createArmTally();
  const rows = context.storage.decisions.stream({
    accountId: run.accountId,
    preferenceId,
    limit: ROWS_MAX,
    newestFirst: true,
    fromMs: run.startedAtMs,
    toMs: run.endedAtMs ?? undefined,
  });
  for await (const row of rows)
    if (isOf(row, reading)) tally.add(row, judged.get(keyOf(row.sessionId, row.label)));
  return tally;
}

function notesOf(arms: Experiment["arms"], isRunning: boolean): string[] {
  const mixed = Object.values(arms).some(({ versions }) => versions.length > 1);
  return [
    ...(isRunning ? [] : ["The experiment has ended: the preference no longer names it."]),
    ...(mixed ? ["A preference changed while it ran, so an arm mixes several versions."] : []),
    "Sessions without feedback are left out; when one side is judged more readily than the other, the comparison is biased.",
  ];
}

export async function countExperiment(context: ServiceContext, run: ExperimentRun): Promise<Experiment> {
  const { preferenceId, challengerId } = run;
  const judged = await readJudgements(context, run.accountId);
  const a = await readArm(context, { run, arm: "a", armPreferenceId: preferenceId, judged });
  const b = await readArm(context, { run, arm: "b", armPreferenceId: challengerId, judged });
  const arms = { a: a.wire(preferenceId), b: b.wire(challengerId) };
  const isRunning = run.endedAtMs === null;
  return {
    preference_id: preferenceId,
    challenger_id: challengerId,
    share: run.share,
    is_running: isRunning,
    started_at: toIso(run.startedAtMs),
    ended_at: toIsoOrNull(run.endedAtMs),
    arms,
    ...compareArms(a.chainValues(), b.chainValues()),
    notes: notesOf(arms, isRunning),
  };
}
