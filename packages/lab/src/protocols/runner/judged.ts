// What a protocol measured of one method on one section: figures as functions of prompt weights, so that one
// bootstrap gives paired intervals for all of them, and the drawings that go with them.
import type { CostQualityPoint, ReliabilityBin, WeightedFigure } from "../../metrics/index.ts";
import { FIGURES } from "./figures.data.ts";
import type { FigureDefinition } from "./figures.data.ts";

export { FIGURES };
export type { FigureDefinition };

export interface Judged {
  readonly figures: Readonly<Record<string, WeightedFigure>>;
  readonly curve?: readonly CostQualityPoint[];
  readonly reliability?: readonly ReliabilityBin[];
}

export type FigureName = keyof typeof FIGURES;

export function getFigure(name: string): FigureDefinition {
  return FIGURES[name as FigureName];
}
