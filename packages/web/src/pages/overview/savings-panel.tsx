// What routing saved against one way of not routing, as it added up, with the interval around it and what changed meanwhile.
import type { OverviewSavings } from "@signalbox/sdk";
import type { ReactNode } from "react";

import type { ChartEvent } from "../../charts/event-marks.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { decisionsHref, PRICED } from "../../lib/explore.ts";
import { USD } from "../../lib/units.ts";
import type { Range } from "../../lib/range.ts";
import { savingWords } from "./baseline.ts";
import { useSavings } from "./use-savings.ts";

interface Props {
  readonly range: Range;
  readonly chosen: string;
  readonly events: readonly ChartEvent[];
  readonly onSelect: (first: number, last: number) => void;
}

export function SavingsPanel(props: Props): ReactNode {
  const savings = useSavings(props.range, props.chosen);
  if (savings.isError) return <ErrorPanel error={savings.error} onRetry={() => void savings.refetch()} />;
  return savings.data === undefined ? <Skeleton /> : <SavingsChart {...props} savings={savings.data} />;
}

export function SavingsChart(props: Props & { readonly savings: OverviewSavings }): ReactNode {
  const { savings } = props;
  const { series } = savings;
  return (
    <TimeChart
      title="Dollars saved"
      fileName="dollars-saved"
      summary={savingWords(savings)}
      lead={savingWords(savings)}
      times={series.map(({ at }) => at)}
      series={[
        {
          name: "saved so far",
          href: decisionsHref(props.range, PRICED),
          values: series.map((bucket) => bucket.saved_usd),
          band: series.map(({ low, high }) => (low === null || high === null ? null : [low, high])),
        },
      ]}
      events={props.events}
      onSelect={props.onSelect}
      kind="line"
      unit={USD}
    />
  );
}
