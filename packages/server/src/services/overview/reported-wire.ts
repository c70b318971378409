import type { ReportedDollars as ReportedWire } from "@signalbox/contracts";
import type { ReportedDollars } from "@signalbox/storage";

type Sums = Omit<ReportedWire, "models">;

const sumsOf = ({ reports, priced, usd, compared, routedUsd, baselineUsd }: ReportedDollars): Sums => ({
  reports,
  priced,
  usd,
  compared,
  routed_usd: routedUsd,
  baseline_usd: baselineUsd,
});

const add = (a: Sums, b: Sums): Sums => ({
  reports: a.reports + b.reports,
  priced: a.priced + b.priced,
  usd: a.usd + b.usd,
  compared: a.compared + b.compared,
  routed_usd: a.routed_usd + b.routed_usd,
  baseline_usd: a.baseline_usd + b.baseline_usd,
});

const NOTHING: Sums = { reports: 0, priced: 0, usd: 0, compared: 0, routed_usd: 0, baseline_usd: 0 };

export function reportedToWire(rows: readonly ReportedDollars[]): ReportedWire {
  const models = rows.map((row) =>
    Object.assign({ model: row.model === "" ? null : row.model }, sumsOf(row)),
  );
  return { ...rows.map(sumsOf).reduce(add, NOTHING), models };
}
