import type { Advice } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { useDrift } from "../../api/queries/drift.ts";
import { DataTable } from "../../components/data-table.tsx";
import { FigureList } from "../../components/figure-list.tsx";
import { Panel } from "../../components/panel.tsx";
import { count, percent, shortTime, usd } from "../../lib/format.ts";
import { ChangePanel } from "./change-panel.tsx";
import type { RosterForm } from "./roster-form.ts";
import { GainCell, MissingTable, MixTable, ModelTable, UsdCell } from "./roster-tables.tsx";

interface Props {
  readonly advice: Advice;
  readonly form: RosterForm;
  readonly isBusy: boolean;
  readonly onAsk: (form: RosterForm) => void;
}

export function AdviceView({ advice, ...question }: Props): ReactNode {
  const drift = useDrift();
  const needless = advice.models.filter(({ dominated }) => dominated !== null);
  return (
    <div className="stack-4" aria-busy={question.isBusy}>
      <Basis advice={advice} />
      <Panel title="Your models" isFlush>
        <ModelTable models={advice.models} judged={drift.data?.models} />
      </Panel>
      {needless.length === 0 ? null : (
        <Panel title="Not worth offering">
          <ul className="bullets">
            {needless.map(({ label, dominated }) => (
              <li key={label}>
                <strong dir="auto">{label}</strong>: {dominated?.reason}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <div className="grid-2">
        <ChangePanel {...question} />
        <Outcome advice={advice} />
      </div>
      <Missing advice={advice} />
      <Panel title="What is asked" isFlush>
        <MixTable mix={advice.mix} />
      </Panel>
    </div>
  );
}

const SOURCES = {
  traffic: "decisions of this account, decided again",
  log: "requests of the log",
  typical: "typical requests that ship with Signalbox",
} as const;

function Basis({ advice }: { readonly advice: Advice }): ReactNode {
  const { source, requests, skipped, from, to, models } = advice;
  const span = from === null || to === null ? "no traffic yet" : `${shortTime(from)} to ${shortTime(to)}`;
  const picked = models.filter(({ pick_share: share }) => share > 0).length;
  const left = skipped === 0 ? "" : `; ${count(skipped)} could not be decided again`;
  return (
    <FigureList
      figures={[
        { name: "Rests on", value: count(requests), hint: `${SOURCES[source]}; ${span}${left}` },
        {
          name: "Expected success",
          value: percent(advice.success, 1),
          hint:
            advice.objective === "mixed"
              ? "each request under its own objective"
              : `judged under ${advice.objective}`,
        },
        {
          name: "Per 1,000 requests",
          value: usd(advice.usd_per_1000),
          hint: "expected, hidden tokens included",
        },
        { name: "Models picked", value: `${picked} of ${models.length}`, hint: "that are offered" },
      ]}
    />
  );
}

function Outcome({ advice: { change } }: { readonly advice: Advice }): ReactNode {
  if (change === null)
    return (
      <Panel title="What would change">
        <p className="soft">
          Add a model, leave one out or change a price, and this shows who gets the requests then.
        </p>
      </Panel>
    );
  return (
    <Panel title="What would change" isFlush>
      <p className="panel-body">{change.reason}</p>
      <DataTable
        label="Picks before and after"
        rows={change.picks}
        idOf={({ label }) => label}
        columns={[
          { name: "Model", show: ({ label }) => <span dir="auto">{label}</span> },
          { name: "Before", isNumber: true, show: ({ before }) => percent(before, 1) },
          { name: "After", isNumber: true, show: ({ after }) => percent(after, 1) },
        ]}
      />
      <FigureList
        figures={[
          { name: "Success", value: <GainCell interval={change.success_gain} /> },
          { name: "Dollars per 1,000", value: <UsdCell interval={change.usd_per_1000_change} /> },
        ]}
      />
    </Panel>
  );
}

function Missing({ advice: { missing, notes } }: { readonly advice: Advice }): ReactNode {
  return (
    <Panel title="Worth adding, each alone" isFlush={missing.length > 0}>
      {missing.length === 0 ? (
        <p className="soft">No other model of the catalogue would be picked.</p>
      ) : (
        <>
          <MissingTable rows={missing} />
          <p className="table-foot hint">Below each change stands its 80 % interval. {notes.join(" ")}</p>
        </>
      )}
    </Panel>
  );
}
