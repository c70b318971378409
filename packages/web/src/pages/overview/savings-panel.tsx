// The savings of routing against one way of not routing, as they added up, with the interval around it and what changed meanwhile.
import type { OverviewSavings } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import type { UseQueryResult } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { signalbox } from "../../api/client.ts";
import { boundedTimes, overviewKey } from "../../api/queries/overview.ts";
import type { Range } from "../../lib/range.ts";
import { baselineQuery, savingWords } from "./baseline.ts";
import type { ChartEvent } from "../../charts/event-marks.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { ErrorPanel, Skeleton } from "../../components/states.tsx";
import { decisionsHref, PRICED } from "../../lib/explore.ts";
import { USD } from "../../lib/units.ts";

/** @param chosen the baseline as it stands in the address */
export function useSavings(range: Range, chosen: string): UseQueryResult<OverviewSavings> {
  const asked = baselineQuery(chosen);
  return useQuery({
    queryKey: overviewKey({ range, savings: asked }),
    queryFn: ({ signal }) => signalbox.overviewSavings({ ...asked, ...boundedTimes(range) }, { signal }),
    placeholderData: keepPreviousData,
  });
}

interface Props {
  readonly range: Range;
  readonly chosen: string;
  readonly events: readonly ChartEvent[];
  readonly onSelect: (first: number, last: number) => void;
}

export function SavingsPanel(props: Props): ComponentChildren {
  const savings = useSavings(props.range, props.chosen);
  if (savings.isError) return <ErrorPanel error={savings.error} onRetry={() => void savings.refetch()} />;
  return savings.data === undefined ? <Skeleton /> : <SavingsChart {...props} savings={savings.data} />;
}

function SavingsChart(props: Props & { readonly savings: OverviewSavings }): ComponentChildren {
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
