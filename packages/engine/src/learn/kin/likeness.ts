// How much a report on one request says about another: much where the same is asked of the same matter at like difficulty, or
// where the words are close; next to nothing otherwise. All parts are covariances, so their sum and product are one too.
import type { Kindred } from "../../input/decision-input.ts";
import { logitOf } from "../../numerics/logistic.ts";

export interface Kin {
  /** Features at length 1. @shape featureCount */
  readonly direction: Float32Array;
  readonly field: string;
  /** Empty where the operation was not read. */
  readonly operation: string;
  /** @unit logits of difficulty */
  readonly hardness: number;
}

/** Share of the kind of work in a likeness; the rest is of the words. */
const KIND_SHARE = 0.6;
/** Likeness in kind that the same field, the same operation, and both together add. */
const SAME = { field: 0.3, operation: 0.1, both: 0.6 };
/** The part of the likeness in kind that holds whatever the words. */
const WORDLESS = 0.7;
/** Difference in hardness at which likeness falls to 60 %. @unit logits */
const HARDNESS_REACH = 1.6;
/** Beyond these, hardness is only more certain and not more different. */
const [EASIEST, HARDEST] = [-4, 2];
function hardnessOf(difficulty: number): number {
  return Math.min(HARDEST, Math.max(EASIEST, logitOf(difficulty)));
}

export function fieldOf({ field, task }: Pick<Kindred, "field" | "task">): string {
  return task?.field ?? field;
}

/** Name of the kind of work: what is asked, and of which field. */
export const kindOf = (kindred: Pick<Kindred, "field" | "task">): string =>
  `${kindred.task?.operation ?? ""} ${fieldOf(kindred)}`;

export function kinOf(kindred: Kindred): Kin {
  const length = Math.sqrt(kindred.features.reduce((sum, value) => sum + value * value, 0)) || 1;
  return {
    direction: kindred.features.map((value) => value / length),
    field: fieldOf(kindred),
    operation: kindred.task?.operation ?? "",
    hardness: hardnessOf(kindred.difficulty),
  };
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [even, odd] = [0, 0];
  const paired = a.length & ~1;
  for (let i = 0; i < paired; i += 2) {
    even += a[i]! * b[i]!;
    odd += a[i + 1]! * b[i + 1]!;
  }
  return even + odd + (paired < a.length ? a[paired]! * b[paired]! : 0);
}

/** Without operations the field is all that is known of the kind. */
function likenessInKind(a: Kin, b: Kin): number {
  const isField = a.field === b.field;
  if (a.operation === "" && b.operation === "") return Number(isField);
  const isOperation = a.operation === b.operation;
  return (
    SAME.field * Number(isField) +
    SAME.operation * Number(isOperation) +
    SAME.both * Number(isField && isOperation)
  );
}

/** Near 0 for the small cosines that any two texts have, and 0 for opposites. */
const likenessInWords = (cos: number): number => (cos * cos * (1 + cos)) / 2;

/** 1 for equal requests. @range 0..1 */
export function likenessOf(a: Kin, b: Kin): number {
  const gap = (a.hardness - b.hardness) / HARDNESS_REACH;
  const words = likenessInWords(cosine(a.direction, b.direction));
  const kind = likenessInKind(a, b) * (WORDLESS + (1 - WORDLESS) * words);
  return Math.exp(-0.5 * gap * gap) * (KIND_SHARE * kind + (1 - KIND_SHARE) * words);
}
