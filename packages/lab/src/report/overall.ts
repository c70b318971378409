// One row a method over all sections: plain means, and the mean lead with its interval.
import { meanOf } from "@signalbox/engine/numerics";
import type { EvaluationResult } from "../protocols/evaluate.ts";
import type { FigureResult, MethodResult } from "../protocols/index.ts";

export interface OverallRow {
  readonly name: string;
  readonly title: string;
  readonly isOurs: boolean;
  readonly figures: Readonly<Record<string, number>>;
  /** Our mean figure minus this method's; sections are independent, so their variances add. */
  readonly lead: Readonly<Record<string, FigureResult>>;
}

/** Half the width of a 95 % interval in standard deviations. */
const Z = 1.96;

function meanOfFinite(values: readonly number[]): number {
  return meanOf(values.filter((value) => Number.isFinite(value)));
}

/** The mean of independent leads; their variances add. */
export function meanLead(leads: readonly FigureResult[]): FigureResult {
  const known = leads.filter(({ value, low, high }) =>
    [value, low, high].every((part) => Number.isFinite(part)),
  );
  // A single section keeps its own percentile interval.
  const [only] = known;
  if (only !== undefined && known.length === 1) return only;
  const value = meanOfFinite(known.map((lead) => lead.value));
  const variance = known.reduce((sum, { low, high }) => sum + ((high - low) / (2 * Z)) ** 2, 0);
  const half = (Z * Math.sqrt(variance)) / known.length;
  return { value, low: value - half, high: value + half };
}

export function listFigureNames(result: EvaluationResult): readonly string[] {
  return Object.keys(result.sections[0]?.methods[0]?.figures ?? {});
}

export function summariseOverall(result: EvaluationResult): readonly OverallRow[] {
  const names = listFigureNames(result);
  return (result.sections[0]?.methods ?? []).map((method) => {
    const same = result.sections.flatMap((section) =>
      section.methods.filter((other) => other.name === method.name),
    );
    const collect = <T>(
      read: (one: MethodResult, name: string) => T | undefined,
      join: (values: T[]) => unknown,
    ) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          join(same.map((one) => read(one, name)).filter((value) => value !== undefined)),
        ]),
      );
    return {
      name: method.name,
      title: method.title,
      isOurs: method.isOurs,
      figures: collect((one, name) => one.figures[name]?.value, meanOfFinite) as Record<string, number>,
      lead: collect((one, name) => one.lead[name], meanLead) as Record<string, FigureResult>,
    };
  });
}
