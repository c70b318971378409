// Experiments that have ended, with what they had shown on that day; either preference may be gone since.
import type { EndedExperiment, Experiment } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { usePages } from "../../api/use-pages.ts";
import type { Column } from "../../components/data-table.tsx";
import { ListPanel } from "../../components/list-panel.tsx";
import { Time } from "../../components/time.tsx";
import { count, DASH, day, percent, signedPoints } from "../../lib/format.ts";
import { DifferenceCell, domainOf, VerdictBadge } from "./difference-cell.tsx";
import { SAY } from "../../lib/phrases.ts";

/** Time in which the figures of an experiment that has ended are still being counted. */
const COUNTING_MS = 2_000;

const decisionsOf = ({ arms: { a, b } }: Experiment): number => a.decisions + b.decisions;

const columnsOf = (rows: readonly EndedExperiment[]): readonly Column<EndedExperiment>[] => {
  const domain = domainOf(rows.flatMap(({ result }) => (result === null ? [] : [result.difference])));
  return [
    {
      name: "Compared",
      show: ({ preference, challenger }) => `A “${preference.name}”, B “${challenger.name}”`,
    },
    {
      name: "Conclusion",
      show: ({ result }) =>
        result === null ? "being counted" : <VerdictBadge verdict={result.verdict} isRunning={false} />,
    },
    {
      name: SAY.differenceBA,
      show: ({ result }) =>
        result === null ? (
          DASH
        ) : (
          <DifferenceCell
            interval={result.difference}
            domain={domain}
            name={SAY.differenceBA}
            show={signedPoints}
          />
        ),
    },
    { name: SAY.shareB, isNumber: true, show: ({ share }) => percent(share) },
    {
      name: "Decisions",
      isNumber: true,
      show: ({ result }) => (result === null ? DASH : count(decisionsOf(result))),
    },
    { name: "Ran", show: ({ started_at, ended_at }) => `${day(started_at)} to ${day(ended_at)}` },
    { name: "Ended", show: ({ ended_at }) => <Time at={ended_at} /> },
    { name: "By", show: ({ ended_by }) => ended_by },
  ];
};

/** @param preferenceId only those of this preference */
export function ExperimentHistory({ preferenceId }: { readonly preferenceId?: string }): ComponentChildren {
  const asked = preferenceId === undefined ? {} : { preference_id: preferenceId };
  const list = usePages(
    PREFERENCE_KEYS.experiments(preferenceId),
    (cursor, signal) =>
      signalbox.replay.experiments(cursor === undefined ? asked : { ...asked, cursor }, { signal }),
    (rows) => rows.some(({ result }) => result === null) && COUNTING_MS,
  );
  return (
    <ListPanel
      label="Ended experiments"
      list={list}
      idOf={({ id }) => id}
      columns={columnsOf(list.rows)}
      title="Experiments that have ended"
      empty={
        <p className="table-foot soft">
          No experiment has ended yet. Stopped experiments keep their results here.
        </p>
      }
      foot={<span className="hint">95 % confidence intervals, valid under repeated looks.</span>}
    />
  );
}
