// Every model for all: what each single model would have cost over the decisions that offered it, and what was reported of it.
import type { Ledger } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { DataTable } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { Panel } from "../../components/panel.tsx";
import { ReportedSuccess } from "../../components/reported-success.tsx";
import { decisionsHref } from "../../lib/explore.ts";
import { compact, signedPoints, usd } from "../../lib/format.ts";
import { intervalWords, savedWords, type Comparison } from "../../lib/ledger.ts";
import type { Range } from "../../lib/range.ts";
import { SAY } from "../../lib/phrases.ts";

interface Props {
  readonly ledger: Ledger;
  readonly range: Range;
}

const gainedOf = ({ success, routed_success: routed }: Comparison): number | null =>
  success === null || routed === null ? null : routed - success;

const toneOf = (value: number | null): string | undefined =>
  value === null || Math.abs(value) < 1e-12 ? undefined : value > 0 ? "tone-clear" : "tone-stop";

function Saved({ one }: { readonly one: Comparison }): ComponentChildren {
  return (
    <>
      <span className={toneOf(one.saved_usd)}>{savedWords(one.saved_usd)}</span>
      <br />
      <span className="small faint">
        {one.low === null || one.high === null ? "" : intervalWords(one.low, one.high)}
      </span>
    </>
  );
}

export function SingleModels({ ledger, range }: Props): ComponentChildren {
  if (ledger.singles.length === 0) return null;
  return (
    <Panel title={SAY.everySingleModel} isFlush>
      <DataTable
        label={SAY.everySingleModel}
        rows={ledger.singles}
        idOf={({ baseline }) => baseline}
        isStacked
        columns={[
          {
            name: "Always",
            isWide: true,
            show: ({ baseline }) => (
              <Link href={decisionsHref(range, { label: baseline })}>
                <Name name={baseline} />
              </Link>
            ),
          },
          { name: "Decisions", isNumber: true, show: ({ decisions }) => compact(decisions) },
          { name: "Its dollars", isNumber: true, show: (one) => usd(one.usd) },
          { name: "Routed", isNumber: true, isMinor: true, show: (one) => usd(one.routed_usd) },
          { name: "Routing", isNumber: true, show: (one) => <Saved one={one} /> },
          {
            name: "Success gained",
            isNumber: true,
            show: (one) => <span className={toneOf(gainedOf(one))}>{signedPoints(gainedOf(one))}</span>,
          },
          {
            name: "Reported",
            isNumber: true,
            show: ({ baseline, reported }) => (
              <ReportedSuccess
                feedback={reported}
                link={(n) => (
                  <Link href={decisionsHref(range, { label: baseline, feedback: "any" })}>{n}</Link>
                )}
              />
            ),
          },
        ]}
      />
      <p className="table-foot hint">
        Models that at least half of the decisions offered. Dollars are expected
        {ledger.singles.some(({ low }) => low !== null)
          ? `; the interval is 95 %${ledger.factor === null ? "" : ", at billed prices"}.`
          : "."}
      </p>
    </Panel>
  );
}
