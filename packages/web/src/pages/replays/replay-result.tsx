import type { Experiment, Replay } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { IntervalMark } from "../../charts/interval-mark.tsx";
import { signedPoints, count, DASH, percent, seconds, shortTime, usd } from "../../lib/format.ts";
import { TICKS } from "../../lib/units.ts";
import { signedSeconds, signedUsdPerThousand } from "./replay-words.ts";
import { DataTable } from "../../components/data-table.tsx";

interface Props {
  readonly difference: Pick<Experiment["difference"], "mean" | "low" | "high">;
  readonly name: string;
}

/** A difference of two shares as a picture; nothing while it has no interval. */
export function DifferenceMark({ difference: { mean, low, high }, name }: Props): ComponentChildren {
  if (mean === null || low === null || high === null) return null;
  const label = `${name}: ${signedPoints(mean)}, ${signedPoints(low)} to ${signedPoints(high)}`;
  return <IntervalMark mean={mean} low={low} high={high} label={label} tick={TICKS.points} />;
}

type Result = NonNullable<Replay["result"]>;
type Interval = Result["difference"];

function intervalWords(
  { mean, low, high }: Interval,
  show: (value: number) => string,
  unknown = "too little feedback",
): string {
  if (mean === null) return unknown;
  return low === null || high === null ? show(mean) : `${show(mean)} (${show(low)} to ${show(high)})`;
}

interface MeasureProps {
  readonly of: Interval;
  readonly name: string;
  readonly show: (value: number) => string;
  readonly tick: (value: number) => string;
}

function MeasureMark({ of: { mean, low, high }, name, show, tick }: MeasureProps): ComponentChildren {
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
      a: intervalWords(a.success_estimated, exact),
      b: intervalWords(b.success_estimated, exact),
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
        {intervalWords(result.difference, (value) => signedPoints(value))}.
      </p>
      <DifferenceMark difference={result.difference} name="Difference in success" />
      <p>
        Dollars of 1,000 calls: {intervalWords(result.difference_usd, signedUsdPerThousand, DASH)}. Latency:{" "}
        {intervalWords(result.difference_seconds, signedSeconds, DASH)}.
      </p>
      <MeasureMark
        of={result.difference_usd}
        name="Difference in dollars of 1,000 calls"
        show={signedUsdPerThousand}
        tick={TICKS.usdPerThousand}
      />
      <MeasureMark
        of={result.difference_seconds}
        name="Difference in latency"
        show={signedSeconds}
        tick={TICKS.seconds}
      />
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
