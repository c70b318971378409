// The savings ledger, a row a day: expected, billed, the ratio of both, what the baseline would have cost, success by reports.
import type { Ledger } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signalbox } from "../../api/client.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { CsvButton } from "../../components/copy-button.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { ReportedSuccess } from "../../components/reported-success.tsx";
import { Answered, EmptyState } from "../../components/states.tsx";
import { decisionsHref, NO_FILTERS, queryOf } from "../../lib/explore.ts";
import { compact, DASH, dateTime, percent, usd } from "../../lib/format.ts";
import { baselineName } from "../../lib/ledger.ts";
import type { Range } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { csvOf, download, type Cell } from "../../lib/values.ts";
import { Headline, useLedger } from "../overview/headline.tsx";
import { intervalOf } from "../overview/quality-chart.tsx";
import { SingleModels } from "../overview/single-models.tsx";
import { SAY } from "../../lib/phrases.ts";

type Row = Ledger["rows"][number];

const DAY_MS = 86_400_000;
const MONTH_CHARS = "2026-01".length;

const nextMonth = (at: string): string =>
  new Date(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, MONTH_CHARS)), 1)).toISOString();

/** The whole day, or the whole month, that a row begins. */
type SpanOf = (row: Row) => Range;
const dayOf: SpanOf = ({ at }) => ({
  span: "custom",
  from: at,
  to: new Date(Date.parse(at) + DAY_MS).toISOString(),
});
const monthOf: SpanOf = ({ at }) => ({ span: "custom", from: at, to: nextMonth(at) });

const sumOf = (rows: readonly Row[], read: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + read(row), 0);

/** The days of a month as one row; `so_far` is of days alone. */
function summed(at: string, rows: readonly Row[]): Row {
  const count = sumOf(rows, ({ reported }) => reported.count);
  const meanOf = (name: "reported" | "predicted"): number | null =>
    count === 0 ? null : sumOf(rows, ({ reported }) => (reported[name] ?? 0) * reported.count) / count;
  const reported = meanOf("reported");
  const [low, high] = reported === null ? [null, null] : intervalOf(reported, count);
  const compared = rows.flatMap((row) => row.compared ?? []);
  const comparedSum = (name: keyof (typeof compared)[number]): number =>
    compared.reduce((sum, one) => sum + one[name], 0);
  return {
    at,
    decisions: sumOf(rows, ({ decisions }) => decisions),
    refused: sumOf(rows, ({ refused }) => refused),
    priced: sumOf(rows, ({ priced }) => priced),
    expected_usd: sumOf(rows, (row) => row.expected_usd),
    billed: {
      decisions: sumOf(rows, ({ billed }) => billed.decisions),
      usd: sumOf(rows, ({ billed }) => billed.usd),
      expected_usd: sumOf(rows, ({ billed }) => billed.expected_usd),
    },
    reported: {
      count,
      predicted: meanOf("predicted"),
      reported,
      reported_low: low,
      reported_high: high,
    },
    compared:
      compared.length === 0
        ? null
        : {
            decisions: comparedSum("decisions"),
            usd: comparedSum("usd"),
            routed_usd: comparedSum("routed_usd"),
            saved_usd: comparedSum("saved_usd"),
          },
    so_far: null,
  };
}

/** The figures that a closed month keeps. */
interface MonthRecord {
  readonly baseline: string | null;
  readonly days: readonly Row[];
}

interface MonthRow extends Row, MonthRecord {
  readonly closed: Ledger["closed"][number] | undefined;
}

/** Months with decisions, the newest first: a closed one as its record has it, another as the days of now add up. */
export function monthsOf({ rows, closed, baseline }: Pick<Ledger, "rows" | "closed" | "baseline">) {
  const months = Map.groupBy(rows, ({ at }) => at.slice(0, MONTH_CHARS));
  for (const { month } of closed) if (!months.has(month)) months.set(month, []);
  return [...months]
    .map(([month, days]): MonthRow => {
      const seal = closed.find((one) => one.month === month);
      const kept = seal === undefined ? { baseline, days } : (JSON.parse(seal.record) as MonthRecord);
      const { baseline: against, days: held } = kept;
      const row = summed(`${month}-01T00:00:00.000Z`, held);
      return Object.assign(row, { baseline: against, days: held, closed: seal });
    })
    .filter(({ decisions }) => decisions > 0)
    .toSorted((a, b) => b.at.localeCompare(a.at));
}

const factorOf = ({ billed }: Row): number | null =>
  billed.expected_usd === 0 ? null : billed.usd / billed.expected_usd;

/** The bills of the day, and how they compare with the expectation of the same decisions. */
function Bill({ row }: { readonly row: Row }): ComponentChildren {
  const { billed } = row;
  if (billed.decisions === 0) return DASH;
  return (
    <>
      {usd(billed.usd)}
      <br />
      <span className="small faint">
        {percent(factorOf(row))}, n = {compact(billed.decisions)}
      </span>
    </>
  );
}

/** Only where a baseline is named. */
const SAVING: readonly Column<Row>[] = [
  { name: "Baseline", isNumber: true, show: ({ compared }) => usd(compared?.usd) },
  { name: "Saved", isNumber: true, show: ({ compared }) => usd(compared?.saved_usd) },
  {
    name: "Saved so far",
    isNumber: true,
    isMinor: true,
    show: ({ so_far: soFar }) => (
      <>
        {usd(soFar?.saved_usd)}
        <br />
        <span className="small faint">
          {soFar === null || soFar.low === null || soFar.high === null
            ? ""
            : `${usd(soFar.low)} to ${usd(soFar.high)}`}
        </span>
      </>
    ),
  },
];

const figuresOf = (span: SpanOf): readonly Column<Row>[] => [
  {
    name: "Decisions",
    isNumber: true,
    show: (row) => <Link href={decisionsHref(span(row))}>{compact(row.decisions)}</Link>,
  },
  {
    name: "Refused",
    isNumber: true,
    isMinor: true,
    show: (row) =>
      row.refused === 0 ? (
        "0"
      ) : (
        <Link href={decisionsHref(span(row), { refused: "true" })}>{compact(row.refused)}</Link>
      ),
  },
  { name: "Expected", isNumber: true, show: (row) => usd(row.priced === 0 ? null : row.expected_usd) },
  { name: "Billed", isNumber: true, show: (row) => <Bill row={row} /> },
  {
    name: "Reported",
    isNumber: true,
    show: (row) => (
      <ReportedSuccess
        feedback={row.reported}
        link={(n) => <Link href={decisionsHref(span(row), { feedback: "any" })}>{n}</Link>}
      />
    ),
  },
];

/** Expected, billed, saved: of days, or of months. */
function columnsOf(hasBaseline: boolean, span: SpanOf): readonly Column<Row>[] {
  const figures = figuresOf(span);
  const saving = span === monthOf ? SAVING.slice(0, -1) : SAVING;
  return !hasBaseline ? figures : [...figures.slice(0, -1), ...saving, ...figures.slice(-1)];
}

const DAY: Column<Row> = {
  name: "Day (UTC)",
  show: ({ at }) => <span className="nowrap">{at.slice(0, 10)}</span>,
};

/** Columns of the evidence: everything that a row holds, unrounded. */
const CSV: Readonly<Record<string, (row: Row) => Cell>> = {
  day: ({ at }) => at.slice(0, 10),
  decisions: ({ decisions }) => decisions,
  refused: ({ refused }) => refused,
  priced: ({ priced }) => priced,
  expected_usd: (row) => row.expected_usd,
  billed_decisions: ({ billed }) => billed.decisions,
  billed_usd: ({ billed }) => billed.usd,
  billed_expected_usd: ({ billed }) => billed.expected_usd,
  compared_decisions: ({ compared }) => compared?.decisions ?? null,
  baseline_usd: ({ compared }) => compared?.usd ?? null,
  routed_usd: ({ compared }) => compared?.routed_usd ?? null,
  saved_usd: ({ compared }) => compared?.saved_usd ?? null,
  saved_so_far_usd: (row) => row.so_far?.saved_usd ?? null,
  low: (row) => row.so_far?.low ?? null,
  high: (row) => row.so_far?.high ?? null,
  reports: ({ reported }) => reported.count,
  reported_success: ({ reported }) => reported.reported,
  predicted_success: ({ reported }) => reported.predicted,
};

const ledgerCsv = ({ rows, baseline }: Pick<Ledger, "rows" | "baseline">): string =>
  csvOf({ ...CSV, baseline: () => baseline }, rows);

export function LedgerPage(): ComponentChildren {
  const { range, setRange, baseline, setBaseline } = useExplore("30");
  const query = useLedger({ range, baseline, by: "day" });
  return (
    <>
      <PageHeader title="Savings ledger" actions={<RangeControl range={range} onChange={setRange} />} />
      <Answered query={query} rows={8}>
        {(ledger) => (
          <div className="stack-4">
            <Headline ledger={ledger} chosen={baseline} onChoose={setBaseline} />
            <Days ledger={ledger} />
            <Months baseline={baseline} />
            <SingleModels ledger={ledger} range={range} />
          </div>
        )}
      </Answered>
    </>
  );
}

function Days({ ledger }: { readonly ledger: Ledger }): ComponentChildren {
  const rows = ledger.rows.filter(({ decisions }) => decisions > 0).toReversed();
  if (rows.length === 0)
    return (
      <div className="panel">
        <EmptyState title={SAY.noDecisions}>Choose a longer span.</EmptyState>
      </div>
    );
  const against =
    ledger.baseline === null ? "No baseline is named." : `Baseline: ${baselineName(ledger.baseline)}.`;
  return (
    <Panel
      title={SAY.dayByDay}
      isFlush
      actions={
        <CsvButton
          of="the ledger"
          fileName={`ledger-${ledger.from.slice(0, 10)}-${ledger.to.slice(0, 10)}`}
          textOf={() => ledgerCsv(ledger)}
        />
      }
    >
      <DataTable
        label={SAY.dayByDay}
        rows={rows}
        idOf={({ at }) => at}
        columns={[DAY, ...columnsOf(ledger.baseline !== null, dayOf)]}
        isStacked
      />
      <p className="table-foot hint">
        {against} Expected dollars are estimates. Billed ones were reported: their share of what the same
        decisions were expected to cost, and how many.
        {ledger.baseline === null
          ? ""
          : ` The interval of the saving is 95 %${ledger.factor === null ? "" : ", at billed prices"}.`}
      </p>
    </Panel>
  );
}

const MONTHS = 11;

/** The first of the month so many months ago. */
function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString();
}

const isOver = ({ at }: Row): boolean => Date.parse(nextMonth(at)) <= Date.now();

const MONTH: Column<MonthRow> = {
  name: "Month (UTC)",
  show: (row) => (
    <>
      {row.at.slice(0, MONTH_CHARS)}{" "}
      <Badge>{row.closed !== undefined ? "closed" : isOver(row) ? "ended" : "running"}</Badge>
      {row.closed === undefined ? null : (
        <>
          <br />
          <span className="small faint">
            {dateTime(row.closed.closed_at)}
            {row.baseline === null ? "" : `, against ${baselineName(row.baseline)}`}
          </span>
        </>
      )}
    </>
  ),
};

/** The record of a closed month, the days and the decisions of any, as files. */
function Evidence({ row }: { readonly row: MonthRow }): ComponentChildren {
  const month = row.at.slice(0, MONTH_CHARS);
  const { closed, days, baseline } = row;
  const save = (): void => {
    const rows = days.filter(({ decisions }) => decisions > 0);
    download(`ledger-${month}.csv`, ledgerCsv({ rows, baseline }));
  };
  return (
    <span className="row">
      {closed === undefined ? null : (
        <Button
          size="small"
          label={`Record of ${month}`}
          title={`SHA-256 ${closed.sha256}`}
          onClick={() => download(`ledger-${month}.json`, closed.record, "application/json")}
        >
          Record
        </Button>
      )}
      <Button size="small" label={`Days of ${month}`} onClick={save}>
        Days
      </Button>
      <a
        className="button"
        data-size="small"
        aria-label={`Decisions of ${month}`}
        href={signalbox.decisions.exportUrl(queryOf(NO_FILTERS, monthOf(row), Date.now()))}
        download
      >
        Decisions
      </a>
    </span>
  );
}

/** Whole months, whatever span the page shows. */
function Months({ baseline }: { readonly baseline: string }): ComponentChildren {
  const [from] = useState(() => monthsAgo(MONTHS));
  const { data: ledger } = useLedger({ range: { span: "custom", from, to: "" }, baseline, by: "day" });
  const months = ledger === undefined ? [] : monthsOf(ledger);
  if (months.length === 0) return null;
  const hasBaseline = months.some(({ compared }) => compared !== null);
  return (
    <Panel title="Month by month" isFlush>
      <DataTable
        label="Month by month"
        rows={months}
        idOf={({ at }) => at}
        isStacked
        columns={[
          MONTH,
          ...columnsOf(hasBaseline, monthOf),
          { name: "Evidence", isNameHidden: true, show: (row) => <Evidence row={row} /> },
        ]}
      />
      <p className="table-foot hint">
        {SAY.monthCloses} From then on it keeps its figures and its baseline: bills and reports that arrive
        later count in the days above only. Its record is the evidence; the audit log holds the SHA-256 of the
        file.
      </p>
    </Panel>
  );
}
