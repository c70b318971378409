import type { Overview } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { DataTable } from "../../components/data-table.tsx";
import { Name } from "../../components/name.tsx";
import { Panel } from "../../components/panel.tsx";
import { decisionsHref, PRICED } from "../../lib/explore.ts";
import { count, percent, signedPercent, signedPoints, times, usd } from "../../lib/format.ts";
import type { Range } from "../../lib/range.ts";

type Baseline = Overview["baselines"][number];

const NAMES: Readonly<Record<Baseline["kind"], string>> = {
  best_single: "Best single model",
  best_each: "Best of each call, whatever it costs",
  cheapest: "Cheapest of each call",
  fixed: "The model you chose",
};

const toneOf = (value: number): string => (value > 0.005 ? "tone-stop" : value < -0.005 ? "tone-clear" : "");

/** From double on a factor is read more easily than hundreds of percent. */
const changeWords = (change: number): string => (change >= 1 ? times(change + 1) : signedPercent(change, 1));

interface DifferenceProps {
  readonly value: number | null;
  readonly isGoodHigh: boolean;
  /** Differences of shares are points. */
  readonly isShare?: boolean;
}

function Difference(props: DifferenceProps): ComponentChildren {
  if (props.value === null) return "–";
  return (
    <span className={toneOf(props.isGoodHigh ? -props.value : props.value)}>
      {props.isShare === true ? signedPoints(props.value) : changeWords(props.value)}
    </span>
  );
}

const spendOf = (row: Baseline): number | null => (row.usd === 0 ? null : row.routed_usd / row.usd - 1);

const successOf = (row: Baseline): number | null =>
  row.success === null || row.routed_success === null ? null : row.routed_success - row.success;

/** The dollars that not routing would have cost, over the very same decisions, losses shown like gains. */
interface Props {
  readonly baselines: readonly Baseline[];
  readonly range: Range;
}

export function BaselinesPanel(props: Props): ComponentChildren {
  const { range } = props;
  return (
    <Panel title="Against not routing" isFlush>
      <DataTable
        label="Against not routing"
        rows={props.baselines}
        idOf={(row) => `${row.kind}${row.label ?? ""}`}
        isStacked
        columns={[
          {
            name: "Instead of the router",
            show: (row) => (
              <>
                <strong>{NAMES[row.kind]}</strong>
                {row.label === null ? null : (
                  <>
                    <br />
                    <Link href={decisionsHref(range, { label: row.label })}>
                      <Name name={row.label} />
                    </Link>
                  </>
                )}
              </>
            ),
          },
          {
            name: "Decisions",
            isNumber: true,
            show: (row) => <Link href={decisionsHref(range, PRICED)}>{count(row.decisions)}</Link>,
          },
          { name: "Its spend", isNumber: true, show: (row) => usd(row.usd) },
          { name: "Routed spend", isNumber: true, isMinor: true, show: (row) => usd(row.routed_usd) },
          {
            name: "Difference",
            isNumber: true,
            show: (row) => <Difference value={spendOf(row)} isGoodHigh={false} />,
          },
          { name: "Its success", isNumber: true, show: (row) => percent(row.success, 1) },
          {
            name: "Routed success",
            isNumber: true,
            isMinor: true,
            show: (row) => percent(row.routed_success, 1),
          },
          {
            name: "Success gained",
            isNumber: true,
            show: (row) => <Difference value={successOf(row)} isGoodHigh isShare />,
          },
        ]}
      />
    </Panel>
  );
}
