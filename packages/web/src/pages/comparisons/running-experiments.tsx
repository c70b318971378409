// The experiments that run now, first of all that is compared: they decide real traffic.
import type { Experiment, Preference } from "@signalbox/sdk";
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";

import { signalbox } from "../../api/client.ts";
import { useNames } from "../../api/queries/names.ts";
import { PREFERENCE_KEYS } from "../../api/queries/preferences.ts";
import { Badge } from "../../components/badge.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { count, DASH, percent, signedPoints } from "../../lib/format.ts";
import { DifferenceCell, domainOf } from "./difference-cell.tsx";

interface Running {
  readonly preference: Preference;
  readonly challenger: string;
  readonly share: number;
  /** Undefined while it is being counted. */
  readonly experiment: Experiment | undefined;
}

const VERDICTS = {
  undecided: { tone: "caution", text: "too early" },
  a_better: { tone: "clear", text: "A is better" },
  b_better: { tone: "clear", text: "B is better" },
} as const;

function Verdict({ experiment }: Pick<Running, "experiment">): ReactNode {
  if (experiment === undefined) return DASH;
  const { tone, text } = VERDICTS[experiment.verdict];
  return <Badge tone={tone}>{text}</Badge>;
}

function useRunning(): readonly Running[] {
  const { preferences } = useNames();
  const running = preferences.flatMap((preference) => {
    const { experiment } = preference.policy;
    return experiment === undefined ? [] : [{ preference, experiment }];
  });
  const counted = useQueries({
    queries: running.map(({ preference: { id, version } }) => ({
      queryKey: PREFERENCE_KEYS.experiment(id, version),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => signalbox.replay.experiment(id, { signal }),
    })),
  });
  return running.map(({ preference, experiment }, index) => ({
    preference,
    challenger:
      preferences.find(({ id }) => id === experiment.preference_id)?.name ?? experiment.preference_id,
    share: experiment.share,
    experiment: counted[index]?.data,
  }));
}

const differenceOf = (experiment: Experiment, domain: ReturnType<typeof domainOf>): ReactNode => (
  <DifferenceCell
    interval={experiment.difference}
    domain={domain}
    name="Success of B less A"
    show={(value) => signedPoints(value)}
  />
);

const decisionsOf = ({ arms: { a, b } }: Experiment): string => count(a.decisions + b.decisions);

export function RunningExperiments(): ReactNode {
  const rows = useRunning();
  if (rows.length === 0) return null;
  const domain = domainOf(rows.flatMap(({ experiment }) => (experiment ? [experiment.difference] : [])));
  return (
    <Panel title="Running now" isFlush>
      <DataTable
        label="Running experiments"
        rows={rows}
        idOf={({ preference }) => preference.id}
        columns={[
          {
            name: "Compared",
            show: ({ preference, challenger }) => (
              <Link href={`/preferences/${preference.id}?tab=experiment`} dir="auto">
                A “{preference.name}”, B “{challenger}”
              </Link>
            ),
          },
          { name: "So far", show: (row) => <Verdict experiment={row.experiment} /> },
          {
            name: "Success of B less A",
            show: ({ experiment }) => (experiment === undefined ? DASH : differenceOf(experiment, domain)),
          },
          { name: "Share of B", isNumber: true, show: ({ share }) => percent(share) },
          {
            name: "Decisions",
            isNumber: true,
            show: ({ experiment }) => (experiment === undefined ? DASH : decisionsOf(experiment)),
          },
        ]}
      />
    </Panel>
  );
}
