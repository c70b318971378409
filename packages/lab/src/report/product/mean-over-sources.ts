// A figure over sources: the plain mean, how far it moves when other prompts are drawn, and when other sources are.
import { interpolatedQuantile, meanOf, splitmix32 } from "@signalbox/engine/numerics";
import type { FigureResult, MethodResult, SectionResult } from "../../protocols/index.ts";
import { meanLead } from "../leads.ts";
import { valueAt } from "../../arrays/value-at.ts";

interface OverSources {
  readonly value: number;
  /** 95 % over prompts, the sources as they are. */
  readonly prompts: FigureResult;
  /** 95 % over sources, each as it was measured. */
  readonly sources: FigureResult;
}

const RESAMPLES = 2000;
const SEED = 42;

/** Sources that a page shows at each end; the others are in the JSON alone. */
export const SHOWN_ENDS = 3;

/** The sections with the highest and those with the lowest figure, in that order; all of them where there are few. */
export function endsOf(
  sections: readonly SectionResult[],
  read: (section: SectionResult) => number | undefined,
): readonly SectionResult[] {
  const keyOf = (section: SectionResult): number => read(section) ?? 0;
  const ordered = sections.toSorted((one, other) => keyOf(other) - keyOf(one));
  return ordered.filter((_, at) => at < SHOWN_ENDS || at >= ordered.length - SHOWN_ENDS);
}

export function findMethod(section: SectionResult, name: string): MethodResult | undefined {
  return section.methods.find((method) => method.name === name);
}

function resampleMean(values: readonly number[]): readonly number[] {
  const random = splitmix32(SEED);
  const drawOne = (): number => valueAt(values, Math.floor(random() * values.length));
  return Array.from({ length: RESAMPLES }, () => meanOf(values.map(drawOne)));
}

/** @param read the figure of one section with its interval over prompts; undefined leaves the section out */
export function meanOverSources(
  sections: readonly SectionResult[],
  read: (section: SectionResult) => FigureResult | undefined,
): OverSources | undefined {
  const known = sections.map(read).filter((one) => one !== undefined && Number.isFinite(one.value));
  const results = known as readonly FigureResult[];
  if (results.length === 0) return undefined;
  const values = results.map(({ value }) => value);
  const draws = resampleMean(values);
  const sources = {
    value: meanOf(values),
    low: interpolatedQuantile(draws, 0.025),
    high: interpolatedQuantile(draws, 0.975),
  };
  return { value: sources.value, prompts: meanLead(results), sources };
}
