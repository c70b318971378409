import type { Advice } from "@signalbox/sdk";
import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { useDrift } from "../../api/queries/drift.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { FigureList } from "../../components/figure-list.tsx";
import { Name } from "../../components/name.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/states.tsx";
import { count, percent, shortTime, usd } from "../../lib/format.ts";
import { TryDrawer } from "../replays/try-drawer.tsx";
import { useTrying } from "../replays/use-trying.ts";
import { adviceSet } from "./advice-set.ts";
import { ChangePanel } from "./change-panel.tsx";
import { EMPTY_FORM } from "./roster-form.ts";
import type { RosterForm } from "./roster-form.ts";
import { GainCell, MissingTable, MixTable, ModelTable, UsdCell } from "./roster-tables.tsx";
import type { ModelsProps } from "./roster-tables.tsx";

interface Props {
  readonly advice: Advice;
  /** The catalogue has not been tried yet. */
  readonly isBrief: boolean;
  readonly form: RosterForm;
  readonly isBusy: boolean;
  readonly onAsk: (form: RosterForm) => void;
}

export function AdviceView({ advice, isBrief, ...question }: Props): ComponentChildren {
  const judged = useDrift().data?.models;
  const outcome = useRef<HTMLDivElement>(null);
  const ask = (change: Partial<RosterForm>): void => {
    question.onAsk({ ...EMPTY_FORM, models: question.form.models, judged: question.form.judged, ...change });
    outcome.current?.scrollIntoView({ block: "nearest" });
  };
  const tryWithout = (without: string): void => ask({ without });
  return (
    <div className="stack-4" aria-busy={question.isBusy}>
      <Basis advice={advice} />
      <KeepAndDrop models={advice.models} judged={judged} onTry={tryWithout} />
      <Panel title="Your models" isFlush>
        <ModelTable models={advice.models} judged={judged} onTry={tryWithout} />
      </Panel>
      <div className="grid-2" ref={outcome}>
        <ChangePanel {...question} />
        <Outcome advice={advice} />
      </div>
      {isBrief ? null : <Missing advice={advice} onTry={(model) => ask({ with: model })} />}
      {isBrief && question.isBusy ? <Skeleton rows={3} label="Trying other models" /> : null}
      <Panel title="What is asked" isFlush>
        <MixTable mix={advice.mix} />
      </Panel>
    </div>
  );
}

/** The whole of the advice in two lines that can both be followed. */
function KeepAndDrop({ models, judged = [], onTry }: ModelsProps): ComponentChildren {
  const { keep, drop } = adviceSet(models, judged);
  const [isTrying, setIsTrying] = useTrying();
  if (drop.size === 0) return null;
  return (
    <Panel title="Worth dropping">
      <p>
        Keep {keep.length === 1 ? "this one" : `these ${keep.length}`}:{" "}
        {keep.map((label, index) => (
          <Fragment key={label}>
            {index === 0 ? "" : ", "}
            <Name name={label} />
          </Fragment>
        ))}
        .
      </p>
      <ul className="bullets">
        {[...drop].map(([label, why]) => (
          <li key={label}>
            <strong dir="auto">{label}</strong>: {why}{" "}
            <Button size="small" onClick={() => onTry(label)}>
              See what would change
            </Button>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onClick={() => setIsTrying(true)}>Try without them on past traffic</Button>
      </div>
      {isTrying ? (
        <TryDrawer
          draft={{
            name: "Without the needless",
            policy: { deny: [...drop.keys()].map((label) => ({ label })) },
          }}
          onClose={() => setIsTrying(false)}
        />
      ) : null}
    </Panel>
  );
}

const SOURCES = {
  traffic: "decisions of this account, decided again",
  log: "requests of the log",
  typical: "typical requests that ship with Signalbox",
} as const;

const OBJECTIVES: Readonly<Record<string, string>> = {
  quality: "judged for quality",
  cost: "judged for low cost",
  latency: "judged for speed",
  dial: "judged by the dial",
  weights: "judged by the weights of the preference",
  mixed: "each request under its own objective",
};

function Basis({ advice }: { readonly advice: Advice }): ComponentChildren {
  const { source, requests, skipped, from, to, models } = advice;
  const span = from === null || to === null ? "" : `; ${shortTime(from)} to ${shortTime(to)}`;
  const picked = models.filter(({ pick_share: share }) => share > 0).length;
  const left = skipped === 0 ? "" : `; ${count(skipped)} could not be decided again`;
  return (
    <FigureList
      figures={[
        { name: "Rests on", value: count(requests), hint: `${SOURCES[source]}${span}${left}` },
        {
          name: "Expected success",
          value: percent(advice.success, 1),
          hint: OBJECTIVES[advice.objective] ?? advice.objective,
        },
        {
          name: "Per 1,000 requests",
          value: usd(advice.usd_per_1000),
          hint:
            advice.usd_per_1000 === null ? "a picked model has no price" : "expected, hidden tokens included",
        },
        { name: "Models picked", value: `${picked} of ${models.length}`, hint: "that are offered" },
      ]}
    />
  );
}

function Outcome({ advice: { change } }: { readonly advice: Advice }): ComponentChildren {
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

interface MissingProps extends Pick<ModelsProps, "onTry"> {
  readonly advice: Advice;
}

const MISSING_SHOWN = 5;

function Missing({ advice: { missing, notes }, onTry }: MissingProps): ComponentChildren {
  const [isWhole, setIsWhole] = useState(false);
  const rows = isWhole ? missing : missing.slice(0, MISSING_SHOWN);
  return (
    <Panel title="Worth adding, each alone" isFlush={missing.length > 0}>
      {missing.length === 0 ? (
        <p className="soft">
          No other model of the catalogue gains a point of success for certain, or saves 5 % without losing
          any.
        </p>
      ) : (
        <>
          <MissingTable rows={rows} onTry={onTry} />
          <div className="table-foot row">
            {rows.length < missing.length ? (
              <Button size="small" onClick={() => setIsWhole(true)}>
                Show {count(missing.length - rows.length)} more
              </Button>
            ) : null}
            <span className="hint">Below each change stands its 80 % interval. {notes.join(" ")}</span>
          </div>
        </>
      )}
    </Panel>
  );
}
