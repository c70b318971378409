// The coordinates of a request that an account's reports are summed by: the kind of work, by name, and fixed directions of the
// reading. Nothing is fitted to the account, so that sums of its reports stay valid, and work of another kind shares next to nothing.
import type { Kindred } from "../../input/decision-input.ts";
import { logitOf } from "../../numerics/logistic.ts";
import { DIRECTION_COUNT, projectReading } from "./directions.ts";

/** Names of the kinds of work that have coordinates: fields, operations, and both together. */
export type KindNames = readonly string[];

/** Level, departure of the shipped estimate, then directions, then kinds. */
export const LEVEL = 0;
export const DEPARTURE = 1;
export const DIRECTIONS_AT = 2;
export const KINDS_AT = DIRECTIONS_AT + DIRECTION_COUNT;

/** Squares of the kind's coordinates; without an operation the field alone says less. */
const SAME = { field: 0.1, operation: 0.05, both: 0.85, fieldAlone: 0.7 };
/** Difficulties at which a field has coordinates; between two of them it has part in both. @unit logits */
const STEPS = [-4, -2, 0];
/** Most names; the rarer ones share by their directions alone. */
const NAMES_MAX = 32;

export function fieldOf({ field, task }: Pick<Kindred, "field" | "task">): string {
  return task?.field ?? field;
}

/** Name of the kind of work: the operation, and its field. */
export const kindOf = (kindred: Pick<Kindred, "field" | "task">): string =>
  `${kindred.task?.operation ?? ""} ${fieldOf(kindred)}`;

/** Coordinates of a field, easy and hard work apart. Their squares sum to `square`. */
function fieldWeights(
  field: string,
  difficulty: number,
  square: number,
): readonly (readonly [string, number])[] {
  const [first = 0, last = 0] = [STEPS[0], STEPS.at(-1)];
  const hardness = Math.min(last, Math.max(first, logitOf(difficulty)));
  const below = Math.max(
    0,
    STEPS.findLastIndex((step) => step <= hardness && step < last),
  );
  const part = (hardness - STEPS[below]!) / (STEPS[below + 1]! - STEPS[below]!);
  const angle = (part * Math.PI) / 2;
  const length = Math.sqrt(square);
  return [
    [`${field} ${below}`, length * Math.cos(angle)],
    [`${field} ${below + 1}`, length * Math.sin(angle)],
  ];
}

/** Without an operation the field alone names the kind. */
function weightsOf(kindred: Kindred): readonly (readonly [string, number])[] {
  const field = fieldOf(kindred);
  const operation = kindred.task?.operation ?? "";
  if (operation === "") return fieldWeights(field, kindred.difficulty, SAME.fieldAlone);
  return [
    ...fieldWeights(field, kindred.difficulty, SAME.field),
    [operation, Math.sqrt(SAME.operation)],
    [`${operation} ${field}`, Math.sqrt(SAME.both)],
  ];
}

/** The most frequent names of these requests, in alphabetical order. */
export function nameKinds(requests: readonly Kindred[]): KindNames {
  const counts = new Map<string, number>();
  for (const request of requests)
    for (const [name] of weightsOf(request)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const order = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return order
    .slice(0, NAMES_MAX)
    .map(([name]) => name)
    .sort();
}

/** @returns the coordinates that all models share; that of the departure is 0. @shape KINDS_AT + names */
export function placeOf(names: KindNames, request: Kindred): Float64Array {
  const z = new Float64Array(KINDS_AT + names.length);
  z[LEVEL] = 1;
  projectReading(request.features, z, DIRECTIONS_AT);
  for (const [name, weight] of weightsOf(request)) {
    const at = names.indexOf(name);
    if (at >= 0) z[KINDS_AT + at] = weight;
  }
  return z;
}
