// The loss of a candidate, in points, term by term: the figures by which the service ranked. The least total is the pick.
import type { RankedCandidate } from "@signalbox/sdk";

export type Loss = NonNullable<RankedCandidate["loss"]>;
export type Term = Exclude<keyof Loss, "total">;

export const TERMS: readonly { readonly term: Term; readonly name: string }[] = [
  { term: "success", name: "success" },
  { term: "usd", name: "dollars" },
  { term: "seconds", name: "wait" },
  { term: "spread", name: "doubt" },
  { term: "learned", name: "your reports" },
  { term: "rule", name: "rule" },
  { term: "session", name: "session" },
];

/** Differences below this are not worth a word. @unit points */
const POINTS_MIN = 0.05;

export const pointsText = (value: number): string => {
  const text = Math.abs(value).toFixed(1).replace(/\.0$/, "");
  return text === "1" ? "1 point" : `${text} points`;
};

export interface Segment {
  readonly term: Term;
  readonly name: string;
  readonly points: number;
}

export interface Bar {
  /** Terms above 0, in the order of the legend. */
  readonly losses: readonly Segment[];
  /** Terms below 0: what a session, a rule or reports credit. */
  readonly credits: readonly Segment[];
  readonly total: number;
}

export function barOf(loss: Loss): Bar {
  const all = TERMS.map(({ term, name }) => ({ term, name, points: loss[term] }));
  return {
    losses: all.filter(({ points }) => points > 0),
    credits: all.filter(({ points }) => points < 0),
    total: loss.total,
  };
}

/** Points of the longest bar of a ranking; bars are drawn as shares of it. */
export const longestOf = (losses: readonly Loss[]): number =>
  Math.max(1e-9, ...losses.map((loss) => barOf(loss).losses.reduce((sum, { points }) => sum + points, 0)));

/** The terms that set a candidate apart from the pick, the largest first, as its summary says them: "3 points behind", "4.2 points worse on dollars". */
export function apartWords(loss: Loss, pick: Loss): readonly string[] {
  const behind = loss.total - pick.total;
  const total = behind < POINTS_MIN ? "within .1 points" : `${pointsText(behind)} behind`;
  const terms = TERMS.map(({ term, name }) => ({ name, more: loss[term] - pick[term] }))
    .filter(({ more }) => Math.abs(more) >= POINTS_MIN)
    .toSorted((a, b) => Math.abs(b.more) - Math.abs(a.more))
    .map(({ name, more }) => `${pointsText(more)} ${more > 0 ? "worse" : "better"} on ${name}`);
  return [total, ...terms];
}
