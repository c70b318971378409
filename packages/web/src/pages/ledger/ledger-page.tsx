// The savings ledger, a row a day: expected, billed, the ratio of both, what the baseline would have cost, success by reports.
import type { Ledger } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Button } from "../../components/button.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { RangeControl } from "../../components/range-control.tsx";
import { ReportedSuccess } from "../../components/reported-success.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../components/states.tsx";
import { decisionsHref, type Filters } from "../../lib/explore.ts";
import { compact, DASH, percent, usd } from "../../lib/format.ts";
import { baselineName } from "../../lib/ledger.ts";
import type { Range } from "../../lib/range.ts";
import { useExplore } from "../../lib/use-explore.ts";
import { download, toCsv } from "../../lib/values.ts";
import { Headline, useLedger } from "../overview/headline.tsx";
import { SingleModels } from "../overview/single-models.tsx";

type Row = Ledger["rows"][number];

const DAY_MS = 86_400_000;

const dayOf = ({ at }: Row): Range => ({
  span: "",
  from: at,
  to: new Date(Date.parse(at) + DAY_MS).toISOString(),
});

const linked = (row: Row, words: string, filters: Partial<Filters> = {}): ComponentChildren => (
  <Link href={decisionsHref(dayOf(row), filters)}>{words}</Link>
);

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

const COLUMNS: readonly Column<Row>[] = [
  { name: "Day (UTC)", show: ({ at }) => <span className="nowrap">{at.slice(0, 10)}</span> },
  { name: "Decisions", isNumber: true, show: (row) => linked(row, compact(row.decisions)) },
  {
    name: "Refused",
    isNumber: true,
    isMinor: true,
    show: (row) => (row.refused === 0 ? "0" : linked(row, compact(row.refused), { refused: "true" })),
  },
  { name: "Expected", isNumber: true, show: (row) => usd(row.expected_usd) },
  { name: "Billed", isNumber: true, show: (row) => <Bill row={row} /> },
  {
    name: "Reported",
    isNumber: true,
    show: (row) => (
      <ReportedSuccess
        feedback={row.reported}
        link={(n) => <Link href={decisionsHref(dayOf(row), { feedback: "any" })}>{n}</Link>}
      />
    ),
  },
];

const columnsOf = ({ baseline }: Ledger): readonly Column<Row>[] =>
  baseline === null ? COLUMNS : [...COLUMNS.slice(0, -1), ...SAVING, ...COLUMNS.slice(-1)];

/** Columns of the evidence: everything that a row holds, unrounded. */
const CSV: Readonly<Record<string, (row: Row) => string | number | null>> = {
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

const csvOf = ({ rows, baseline }: Ledger): string =>
  toCsv(
    [...Object.keys(CSV), "baseline"],
    rows.map((row) => [...Object.values(CSV).map((read) => read(row)), baseline]),
  );

export function LedgerPage(): ComponentChildren {
  const { range, setRange, baseline, setBaseline } = useExplore("30");
  const query = useLedger({ range, baseline, by: "day" });
  const ledger = query.data;
  return (
    <>
      <PageHeader title="Savings ledger" actions={<RangeControl range={range} onChange={setRange} />} />
      {query.isError ? <ErrorPanel error={query.error} onRetry={() => void query.refetch()} /> : null}
      {ledger === undefined ? (
        query.isError ? null : (
          <Skeleton rows={8} />
        )
      ) : (
        <div className="stack-4">
          <Headline ledger={ledger} chosen={baseline} onChoose={setBaseline} />
          <Days ledger={ledger} />
          <SingleModels ledger={ledger} range={range} />
        </div>
      )}
    </>
  );
}

function Days({ ledger }: { readonly ledger: Ledger }): ComponentChildren {
  const rows = ledger.rows.filter(({ decisions }) => decisions > 0).toReversed();
  if (rows.length === 0)
    return (
      <div className="panel">
        <EmptyState title="No decisions in this span">Choose a longer span.</EmptyState>
      </div>
    );
  const against =
    ledger.baseline === null ? "No baseline is named." : `Baseline: ${baselineName(ledger.baseline)}.`;
  return (
    <Panel
      title="Day by day"
      isFlush
      actions={
        <Button
          kind="quiet"
          size="small"
          onClick={() =>
            download(`ledger-${ledger.from.slice(0, 10)}-${ledger.to.slice(0, 10)}.csv`, csvOf(ledger))
          }
        >
          CSV<span className="visually-hidden"> of the ledger</span>
        </Button>
      }
    >
      <DataTable label="Day by day" rows={rows} idOf={({ at }) => at} columns={columnsOf(ledger)} isStacked />
      <p className="table-foot hint">
        {against} Expected dollars are estimates. Billed ones were reported: their share of what the same
        decisions were expected to cost, and how many. The interval of the saving is 95 %
        {ledger.factor === null ? "" : ", at billed prices"}.
      </p>
    </Panel>
  );
}
