import type { Experiment, Preference } from "@signalbox/sdk";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { useRights } from "../../session/session.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { DifferenceMark } from "../comparisons/difference-mark.tsx";
import { FormError } from "../../components/form-error.tsx";
import { Panel } from "../../components/panel.tsx";
import { count, percent, signedPoints, usd } from "../../lib/format.ts";
import { useExperimentChange } from "./use-experiment.ts";

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

export function ExperimentResult(props: Props): ReactNode {
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
          <VerdictBadge experiment={experiment} />
          <Button size="small" isBusy={props.isRefreshing} onClick={props.onRefresh}>
            Count again
          </Button>
        </>
      }
    >
      <p role="status">{verdictWords(experiment, challengerName)}</p>
      <DifferenceMark difference={experiment.difference} name="Success of B less A" />
      <ArmTable rows={rows} />
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

const VERDICTS = {
  undecided: { tone: "caution", text: "undecided" },
  a_better: { tone: "clear", text: "A is better" },
  b_better: { tone: "clear", text: "B is better" },
} as const;

function VerdictBadge({ experiment }: { readonly experiment: Experiment }): ReactNode {
  const { tone, text } = VERDICTS[experiment.verdict];
  return <Badge tone={tone}>{text}</Badge>;
}

function verdictWords({ difference, share, confidence, verdict }: Experiment, challenger: string): string {
  const divided = `${percent(share)} of the sessions go by B, “${challenger}”.`;
  const { mean, low, high } = difference;
  if (mean === null) return `${divided} No session of both sides has feedback yet.`;
  const found = `Reported success of B less A: ${signedPoints(mean)}`;
  if (low === null || high === null) return `${divided} ${found}, from too few sessions to say more.`;
  const interval = `${signedPoints(low)} to ${signedPoints(high)} at ${percent(confidence)}`;
  const rule = verdict === "undecided" ? "It is too early to stop." : "The rule for stopping is met.";
  return `${divided} ${found}, ${interval}. ${rule}`;
}

function ArmTable({ rows }: { readonly rows: readonly Row[] }): ReactNode {
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
            <Link href={`/preferences/${row.id}`}>
              <span dir="auto">{row.name}</span>
            </Link>
          ),
        },
        { name: "Decisions", isNumber: true, show: ({ arm }) => count(arm.decisions) },
        { name: "Sessions", isNumber: true, show: ({ arm }) => count(arm.chains) },
        { name: "With feedback", isNumber: true, show: ({ arm }) => count(arm.judged_chains) },
        { name: "Reported success", isNumber: true, show: ({ arm }) => percent(arm.success_reported, 1) },
        { name: "Dollars a call", isNumber: true, show: ({ arm }) => usd(arm.usd_mean) },
      ]}
    />
  );
}

type StopProps = Pick<Props, "preference" | "challenger">;

function StopActions({ preference, challenger }: StopProps): ReactNode {
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
        <span className="hint">Either makes a new version; what was counted stays here.</span>
      </div>
    </>
  );
}
