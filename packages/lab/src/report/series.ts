// Which methods a chart draws in colour: ours, and the baselines that come nearest. The rest stay in the table.
import type { MethodResult, SectionResult } from "../protocols/index.ts";
import { getFigure } from "../protocols/index.ts";

const COLOURED_MAX = 4;

export interface Series {
  readonly method: MethodResult;
  /** CSS class of the colour. */
  readonly colour: string;
}

function rankBy(figureName: string): (a: MethodResult, b: MethodResult) => number {
  const sign = getFigure(figureName).better === "higher" ? -1 : 1;
  const read = (method: MethodResult): number => sign * (method.figures[figureName]?.value ?? Number.NaN);
  return (a, b) => read(a) - read(b);
}

/** Ours first, then the nearest baselines by `figureName`. */
export function chooseSeries(
  section: SectionResult,
  figureName: string,
  accepts: (method: MethodResult) => boolean,
): readonly Series[] {
  const ours = section.methods.filter((method) => method.isOurs && accepts(method));
  const others = section.methods
    .filter((method) => !method.isOurs && method.name !== "random" && accepts(method))
    .toSorted(rankBy(figureName))
    .slice(0, COLOURED_MAX);
  return [
    ...ours.map((method) => ({ method, colour: "ours" })),
    ...others.map((method, i) => ({ method, colour: `other-${i + 1}` })),
  ];
}
