// What an experiment has shown so far, read from the journal: only decisions that were made within it count.
import type { Experiment, PreferencePolicy } from "@signalbox/contracts";
import type { DecisionRow } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import type { ExperimentArm } from "../decisions/experiment-arm.ts";
import { found, notFound } from "../faults.ts";
import { createArmTally, type ArmTally } from "./arm-tally.ts";
import { compareArms } from "./compare-arms.ts";

/** Newest decisions of each arm, and newest judgements, that one answer looks at. */
const ROWS_MAX = 50_000;
const PAGE_ROWS = 200;
const VERSIONS_MAX = 200;

interface Setting {
  readonly accountId: string;
  readonly preferenceId: string;
  readonly experiment: NonNullable<PreferencePolicy["experiment"]>;
  readonly isRunning: boolean;
}

/** The experiment that runs, else the last one that did. */
async function findSetting(context: ServiceContext, accountId: string, id: string): Promise<Setting> {
  const { preferences } = context.storage;
  const current = found(await preferences.find({ accountId, id }), "preference").policy.experiment;
  if (current !== undefined) return { accountId, preferenceId: id, experiment: current, isRunning: true };
  const { items } = await preferences.listVersions({ accountId, id, limit: VERSIONS_MAX });
  const last = items.find(({ policy }) => policy.experiment !== undefined)?.policy.experiment;
  if (last === undefined) throw notFound("experiment");
  return { accountId, preferenceId: id, experiment: last, isRunning: false };
}

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
  readonly setting: Setting;
  readonly arm: ExperimentArm["arm"];
  readonly armPreferenceId: string;
  readonly judged: ReadonlyMap<string, number>;
}

/** Decisions that were asked of the preference itself, or belong to another experiment, do not count. */
function isOf(row: DecisionRow, { setting, arm }: ArmReading): boolean {
  const drawn = row.request["experiment"] as ExperimentArm | undefined;
  return (
    drawn?.arm === arm &&
    drawn.preference_id === setting.preferenceId &&
    drawn.challenger_id === setting.experiment.preference_id
  );
}

async function readArm(context: ServiceContext, reading: ArmReading): Promise<ArmTally> {
  const { setting, armPreferenceId: preferenceId, judged } = reading;
  const tally = createArmTally();
  const { accountId } = setting;
  const rows = context.storage.decisions.stream({
    accountId,
    preferenceId,
    limit: ROWS_MAX,
    newestFirst: true,
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
    "Chains without feedback are left out; when one arm is judged more readily than the other, the comparison is biased.",
  ];
}

/** @throws SignalboxError not_found for an unknown or foreign preference, and for one that never had an experiment */
export async function getExperiment(
  context: ServiceContext,
  caller: Caller,
  id: string,
): Promise<Experiment> {
  authorise(caller.principal, "replay.run");
  const setting = await findSetting(context, caller.principal.accountId, id);
  const challengerId = setting.experiment.preference_id;
  const judged = await readJudgements(context, setting.accountId);
  const a = await readArm(context, { setting, arm: "a", armPreferenceId: id, judged });
  const b = await readArm(context, { setting, arm: "b", armPreferenceId: challengerId, judged });
  const arms = { a: a.wire(id), b: b.wire(challengerId) };
  return {
    preference_id: id,
    challenger_id: challengerId,
    share: setting.experiment.share,
    is_running: setting.isRunning,
    arms,
    ...compareArms(a.chainValues(), b.chainValues()),
    notes: notesOf(arms, setting.isRunning),
  };
}
