import type { Experiment, Preference } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { useRights } from "../../session/session.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { MeasureMark } from "../replays/replay-result.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { count, counted, percent, signedPoints, times, usd } from "../../lib/format.ts";
import { useExperimentChange } from "./use-experiment.ts";
import { TICKS } from "../../lib/units.ts";
import { VerdictBadge } from "../comparisons/difference-cell.tsx";
import { SAY } from "../../lib/phrases.ts";

interface Props {
  readonly preference: Preference;
  readonly experiment: Experiment;
  /** Undefined when it was deleted meanwhile. */
  readonly challenger: Preference | undefined;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

type Arm = Experiment["arms"]["a"];

interface Row {
  readonly side: string;
  readonly id: string;
  readonly name: string;
  readonly arm: Arm;
}

export function ExperimentResult(props: Props): ComponentChildren {
  const { preference, experiment, challenger } = props;
  const challengerName = challenger?.name ?? "a deleted preference";
  const rows: readonly Row[] = [
    { side: "A", id: preference.id, name: preference.name, arm: experiment.arms.a },
    { side: "B", id: experiment.challenger_id, name: challengerName, arm: experiment.arms.b },
  ];
  return (
    <Panel
      title={experiment.is_running ? "Experiment running" : "Last experiment"}
      actions={
        <>
          <VerdictBadge verdict={experiment.verdict} isRunning={experiment.is_running} />
          <Button size="small" isBusy={props.isRefreshing} onClick={props.onRefresh}>
            Count again
          </Button>
        </>
      }
    >
      <p className="lead" role="status">
        {verdictWords(experiment, challengerName)}
      </p>
      <p>
        {priceWords(experiment)} {remainingWords(experiment, Date.now())}
      </p>
      <MeasureMark
        of={experiment.difference}
        name={SAY.differenceBA}
        show={signedPoints}
        tick={TICKS.points}
      />
      <ArmTable rows={rows} experiment={experiment} />
      <p className="small">
        <strong>When to stop.</strong> {experiment.stopping_rule}
      </p>
      <ul className="bullets small soft">
        {experiment.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {experiment.is_running ? <StopActions preference={preference} challenger={challenger} /> : null}
    </Panel>
  );
}

function verdictWords({ difference, share, confidence, verdict }: Experiment, challenger: string): string {
  const divided = `${percent(share)} of the sessions use B, “${challenger}”.`;
  const { mean, low, high } = difference;
  if (mean === null) return `${divided} No session of both sides has feedback yet.`;
  const found = `Reported success of B less A: ${signedPoints(mean)}`;
  if (low === null || high === null) return `${divided} ${found}, from too few sessions to say more.`;
  const interval = `${signedPoints(low)} to ${signedPoints(high)} at ${percent(confidence)}`;
  const rule = verdict === "undecided" ? "It is too early to stop." : "The rule for stopping is met.";
  return `${divided} ${found}, ${interval}. ${rule}`;
}

/** The cost of a call of one side beside the other; nothing where a price is unknown. */
export function priceWords({ arms: { a, b } }: Experiment): string {
  if (a.usd_mean === null || b.usd_mean === null || a.usd_mean === 0 || b.usd_mean === 0) return "";
  const factor = b.usd_mean / a.usd_mean;
  if (factor > 0.95 && factor < 1.05) return "A call costs about the same on both sides.";
  return factor > 1
    ? `A call of B costs ${times(factor)} as much as one of A.`
    : `A call of A costs ${times(1 / factor)} as much as one of B.`;
}

const DAY_MS = 86_400_000;
/** Beyond this many times the sessions so far a forecast says nothing. */
const FORECAST_MAX = 20;

/** How much longer, should the difference stay as it is: an interval narrows with the root of the sessions. */
export function remainingWords(experiment: Experiment, nowMs: number): string {
  const { is_running: isRunning, verdict, difference, arms, started_at: startedAt } = experiment;
  const { mean, low, high } = difference;
  if (!isRunning || verdict !== "undecided" || mean === null || low === null || high === null) return "";
  const judged = arms.a.judged_chains + arms.b.judged_chains;
  const factor = mean === 0 ? Infinity : ((high - low) / 2 / mean) ** 2;
  if (factor > FORECAST_MAX) return "The sides are too close to say how long it will take.";
  const more = Math.max(1, Math.ceil(judged * (factor - 1)));
  const perDay = judged / Math.max(1, (nowMs - Date.parse(startedAt)) / DAY_MS);
  const days = counted(Math.max(1, Math.ceil(more / perDay)), "day");
  return `If the difference stays as it is, about ${counted(more, "more session")} with feedback would decide it: ${days} at this rate.`;
}

interface ArmTableProps extends Pick<Props, "experiment"> {
  readonly rows: readonly Row[];
}

/** Decisions that were asked of a preference by itself are no part of the experiment, so no count here opens a list. */
function ArmTable({ rows, experiment }: ArmTableProps): ComponentChildren {
  const range = { span: "custom", from: experiment.started_at, to: experiment.ended_at ?? "" } as const;
  return (
    <DataTable
      label="Sides of the experiment"
      rows={rows}
      idOf={(row) => row.side}
      isStacked
      columns={[
        { name: "Side", show: (row) => row.side },
        {
          name: "Preference",
          show: (row) => (
            <>
              <Link href={`/preferences/${row.id}`}>
                <span dir="auto">{row.name}</span>
              </Link>{" "}
              <br />
              <Link href={decisionsHref(range, { preference_id: row.id })} className="small">
                All its decisions since the start
              </Link>
            </>
          ),
        },
        { name: "Decisions", isNumber: true, show: ({ arm }) => count(arm.decisions) },
        { name: "Sessions", isNumber: true, show: ({ arm }) => count(arm.chains) },
        {
          name: "With feedback",
          isNumber: true,
          show: ({ arm }) => count(arm.judged_chains),
        },
        {
          name: "Reported success",
          isNumber: true,
          show: ({ arm }) => percent(arm.success_reported, 1),
        },
        { name: SAY.dollarsACall, isNumber: true, show: ({ arm }) => usd(arm.usd_mean) },
      ]}
    />
  );
}

type StopProps = Pick<Props, "preference" | "challenger">;

function StopActions({ preference, challenger }: StopProps): ComponentChildren {
  const [isAdopting, setIsAdopting] = useState(false);
  const { canWrite } = useRights();
  const change = useExperimentChange(preference);
  if (!canWrite) return null;
  return (
    <>
      <FormError error={change.error} />
      <div className="row">
        <Button
          kind="danger"
          isBusy={change.isBusy && !isAdopting}
          onClick={() => {
            setIsAdopting(false);
            change.run(undefined);
          }}
        >
          Stop, keep A
        </Button>
        <Button
          isBusy={change.isBusy && isAdopting}
          isDisabled={challenger === undefined}
          onClick={() => {
            setIsAdopting(true);
            change.run(undefined, challenger?.policy);
          }}
        >
          Stop, take over the policy of B
        </Button>
        <span className="hint">Either makes a new version; the results stay here.</span>
      </div>
    </>
  );
}
