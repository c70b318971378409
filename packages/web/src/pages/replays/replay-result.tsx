import type { Replay } from "@signalbox/sdk";
import { Fragment, type ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { IntervalMark } from "../../charts/interval-mark.tsx";
import {
  count,
  intervalWords,
  percent,
  seconds,
  shortTime,
  signedPoints,
  usd,
  type Interval,
} from "../../lib/format.ts";
import { TICKS } from "../../lib/units.ts";
import { signedSeconds, signedUsdPerThousand } from "./replay-words.ts";
import { DataTable } from "../../components/data-table.tsx";

type Result = NonNullable<Replay["result"]>;

const LITTLE = "too little feedback";

export interface Measure extends Pick<MeasureProps, "name" | "show" | "tick"> {
  readonly of: (result: Result) => Interval;
}

interface MeasureProps {
  readonly of: Interval;
  readonly name: string;
  readonly show: (value: number) => string;
  readonly tick: (value: number) => string;
}

/** A difference as a picture; nothing while it has no interval. */
export function MeasureMark({ of, name, show, tick }: MeasureProps): ComponentChildren {
  const { mean, low, high } = of;
  if (mean === null || low === null || high === null) return null;
  const label = `${name}: ${show(mean)}, ${show(low)} to ${show(high)}`;
  return <IntervalMark mean={mean} low={low} high={high} label={label} tick={tick} />;
}

interface Row {
  readonly name: string;
  readonly a: string;
  readonly b: string;
}

type Change = Result["changes"][number];

const pickCell = ({ label, success, usd: dollars }: Change["a"]): ComponentChildren => (
  <>
    <span dir="auto">{label ?? "refused"}</span>
    <br />
    <span className="small faint">
      {percent(success, 1)}, {usd(dollars)}
    </span>
  </>
);

/** The newest picks that differ, each the way to its decision. */
function Changes({ result: { changes, changed } }: { readonly result: Result }): ComponentChildren {
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>
        {changes.length === changed
          ? "The picks that differ"
          : `The newest ${changes.length} picks that differ`}
      </summary>
      <DataTable
        label="Changed picks"
        rows={changes}
        idOf={({ session_id: id }) => id}
        columns={[
          {
            name: "Decision",
            show: (row) => (
              <Link href={`/decisions/${encodeURIComponent(row.session_id)}`}>
                {shortTime(row.created_at)}
              </Link>
            ),
          },
          { name: "Before", show: ({ a }) => pickCell(a) },
          { name: "After", show: ({ b }) => pickCell(b) },
        ]}
      />
    </details>
  );
}

/** Effects of a change beside success. */
export const MEASURES: readonly [dollars: Measure, latency: Measure] = [
  {
    name: "Dollars of 1,000 calls",
    of: (result) => result.difference_usd,
    show: signedUsdPerThousand,
    tick: TICKS.usdPerThousand,
  },
  { name: "Latency", of: (result) => result.difference_seconds, show: signedSeconds, tick: TICKS.seconds },
];

const exact = (value: number | null): string => percent(value, 1);

function Notes({ notes }: Pick<Result, "notes">): ComponentChildren {
  if (notes.length === 0) return null;
  return (
    <ul className="bullets small soft">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

export function ReplayResult({ result }: { readonly result: Result }): ComponentChildren {
  const { a, b } = result;
  if (result.decisions === 0)
    return (
      <div className="stack" role="status">
        <p>Nothing to decide again here. Choose another span or other traffic.</p>
        <Notes notes={result.notes} />
      </div>
    );
  const rows: readonly Row[] = [
    { name: "Dollars", a: usd(a.usd), b: usd(b.usd) },
    { name: "Success, predicted", a: exact(a.success_predicted), b: exact(b.success_predicted) },
    {
      name: "Success, from feedback",
      a: intervalWords(a.success_estimated, exact, LITTLE),
      b: intervalWords(b.success_estimated, exact, LITTLE),
    },
    { name: "Seconds, mean", a: seconds(a.seconds_mean), b: seconds(b.seconds_mean) },
  ];
  return (
    <div className="stack" role="status">
      <p>
        <strong>
          {count(result.changed)} of {count(result.decisions)}
        </strong>{" "}
        picks differ. Difference in success from feedback:{" "}
        {intervalWords(result.difference, signedPoints, LITTLE)}.
      </p>
      <MeasureMark
        of={result.difference}
        name="Difference in success"
        show={signedPoints}
        tick={TICKS.points}
      />
      {MEASURES.map(({ name, of, show, tick }) => (
        <Fragment key={name}>
          <p>
            {name}: {intervalWords(of(result), show)}.
          </p>
          <MeasureMark of={of(result)} name={`Difference in ${name.toLowerCase()}`} show={show} tick={tick} />
        </Fragment>
      ))}
      <DataTable
        label="Replay"
        rows={rows}
        idOf={(row) => row.name}
        columns={[
          { name: "Measure", show: (row) => row.name },
          { name: "Before", isNumber: true, show: (row) => row.a },
          { name: "After", isNumber: true, show: (row) => row.b },
        ]}
      />
      <Changes result={result} />
      <Notes notes={result.notes} />
    </div>
  );
}
