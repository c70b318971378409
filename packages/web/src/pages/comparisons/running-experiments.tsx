// The experiments that run now, first of all that is compared: they decide real traffic.
import type { Preference } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { useNames } from "../../api/queries/names.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { counted, DASH, intervalWords, percent, signedPoints } from "../../lib/format.ts";
import { VerdictBadge } from "./difference-cell.tsx";
import { SAY } from "../../lib/phrases.ts";

function SoFar({ preference: { id, version } }: { readonly preference: Preference }): ComponentChildren {
  const { data } = useQuery({
    queryKey: PREFERENCE_KEYS.experiment(id, version),
    queryFn: ({ signal }) => signalbox.replay.experiment(id, { signal }),
  });
  if (data === undefined) return DASH;
  const { verdict, difference, arms } = data;
  return (
    <>
      <VerdictBadge verdict={verdict} isRunning />{" "}
      {difference.mean === null ? "" : `${intervalWords(difference, signedPoints)}, `}
      {counted(arms.a.decisions + arms.b.decisions, "decision")}
    </>
  );
}

export function RunningExperiments(): ComponentChildren {
  const { preferences } = useNames();
  const rows = preferences.flatMap((preference) => {
    const { experiment } = preference.policy;
    return experiment === undefined ? [] : [{ preference, experiment }];
  });
  if (rows.length === 0) return null;
  const nameOf = (id: string): string => preferences.find((one) => one.id === id)?.name ?? id;
  return (
    <Panel title="Running now" isFlush>
      <DataTable
        label="Running experiments"
        rows={rows}
        idOf={({ preference }) => preference.id}
        isStacked
        columns={[
          {
            name: "Compared",
            show: ({ preference, experiment }) => (
              <Link href={`/preferences/${preference.id}?tab=experiment`} dir="auto">
                A “{preference.name}”, B “{nameOf(experiment.preference_id)}”
              </Link>
            ),
          },
          {
            name: `${SAY.differenceBA}, so far`,
            show: ({ preference }) => <SoFar preference={preference} />,
          },
          { name: SAY.shareB, isNumber: true, show: ({ experiment }) => percent(experiment.share) },
        ]}
      />
    </Panel>
  );
}
