// The saving against the baseline as it added up, with the interval around it and what changed meanwhile.
import type { Ledger } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import type { ChartEvent } from "../../charts/event-marks.tsx";
import { TimeChart } from "../../charts/time-chart.tsx";
import { Panel } from "../../components/panel.tsx";
import { decisionsHref, PRICED } from "../../lib/explore.ts";
import { headlineWords, NAMED } from "../../lib/ledger.ts";
import type { Range } from "../../lib/range.ts";
import { USD } from "../../lib/units.ts";

interface Props {
  readonly ledger: Ledger;
  readonly range: Range;
  readonly events: readonly ChartEvent[];
  readonly onSelect: (first: number, last: number) => void;
}

/** Without a baseline no line would be the saving; the place stays, so that nothing moves when it is named. */
export function SavingsChart({ ledger, range, events, onSelect }: Props): ComponentChildren {
  const { rows, compared, factor } = ledger;
  if (compared === null || compared.decisions === 0)
    return (
      <Panel title="Dollars saved">
        <p className="soft">
          Say above what you called before Signalbox, and the saving against it is drawn here over time.
        </p>
      </Panel>
    );
  // As the interval around it: at billed prices, where bills are known.
  const scale = factor === null || compared.baseline === NAMED ? 1 : factor.value;
  return (
    <TimeChart
      title="Dollars saved"
      fileName="dollars-saved"
      summary={headlineWords(ledger)}
      times={rows.map(({ at }) => at)}
      series={[
        {
          name: scale === 1 ? "saved so far" : "saved so far, at billed prices",
          href: decisionsHref(range, PRICED),
          values: rows.map(({ so_far: soFar }) => scale * (soFar?.saved_usd ?? 0)),
          band: rows.map(({ so_far: soFar }) =>
            soFar === null || soFar.low === null || soFar.high === null ? null : [soFar.low, soFar.high],
          ),
        },
      ]}
      events={events}
      onSelect={onSelect}
      kind="line"
      unit={USD}
    />
  );
}
