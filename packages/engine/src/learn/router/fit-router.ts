// Fits graded prompts of an account: calibrated levels of the models, and a process by likeness of prompts on top of them.
import { logLoss } from "../../numerics/logistic.ts";
import type { GradedOutcome } from "../levels/fit-levels.ts";
import { fitLevels, levelAt, type FittedLevels } from "../levels/fit-levels.ts";
import { createProcessReader, fitProcess, type FittedProcess } from "../process/fit-process.ts";
import { createPointReader, readPoints, type Featured, type PointReader } from "../process/read-points.ts";
import { fitSeenRows, type SeenRows } from "./seen-rows.ts";

/** Graded prompts of one account. */
export interface RouterData {
  readonly arms: readonly string[];
  /** One a prompt. */
  readonly encodings: readonly Featured[];
  readonly outcomes: readonly GradedOutcome[];
}

/** The parts of a trained router that a decision needs. */
export interface FittedRouter {
  readonly arms: readonly string[];
  readonly levels: FittedLevels;
  /** Places a prompt for the process. */
  readonly reader: PointReader;
  readonly process: FittedProcess;
  /** Rows near which it speaks. */
  readonly seen: SeenRows;
}

/** Only prompts with an outcome teach. */
export function fitRouter({ arms, encodings, outcomes }: RouterData): FittedRouter {
  const levels = fitLevels(arms.length, outcomes);
  const prompts = [...new Set(outcomes.map(({ prompt }) => prompt))].toSorted((a, b) => a - b);
  const rowOf = new Map(prompts.map((prompt, row) => [prompt, row]));
  const residuals = new Float32Array(prompts.length * arms.length).fill(Number.NaN);
  for (const { prompt, arm, prior, outcome } of outcomes)
    residuals[rowOf.get(prompt)! * arms.length + arm] = outcome - levelAt(levels, arm, prior);
  const rows = prompts.map((prompt) => encodings[prompt]!);
  const { reader, points } = readPoints(rows);
  const process = fitProcess(points, residuals, arms.length);
  return { arms, levels, reader, process, seen: fitSeenRows(rows) };
}

/** Chances stay away from what no regression can know. */
const [CHANCE_MIN, CHANCE_MAX] = [0.01, 0.99];
/** Breaks ties for the model that leads by levels. */
const TIE = 1e-9;

export interface RouterEstimate {
  /** @range 0..1 */
  readonly success: number;
  /** Taken off by the choice: what chance may explain of a lead over the model that leads by levels. @range -1..0 */
  readonly guard: number;
}

/** Asked for the models that the file knows, in any order. */
interface Asked {
  readonly arm: number;
  readonly shipped: number;
}

/**
 * Estimates of one prompt. The largest of many noisy contrasts is mostly noise, so the model that leads by levels stays the pick unless
 * another leads it here by more than the deviation of their contrast.
 */
export function createRouterReader({ levels, reader, process }: FittedRouter) {
  const pointOf = createPointReader(reader);
  const askProcess = createProcessReader(process);
  return (encoding: Featured, asked: readonly Asked[]): readonly RouterEstimate[] => {
    const added = askProcess(pointOf(encoding));
    const levelled = asked.map(({ arm, shipped }) => levelAt(levels, arm, shipped));
    const chances = levelled.map((chance, at) =>
      Math.min(CHANCE_MAX, Math.max(CHANCE_MIN, chance + added[asked[at]!.arm]!)),
    );
    const leader = levelled.indexOf(Math.max(...levelled));
    return chances.map((success, at): RouterEstimate => {
      const lead = success - chances[leader]!;
      if (at === leader || lead <= 0) return { success, guard: 0 };
      const deviation = contrastDeviation(process, asked[at]!.arm, asked[leader]!.arm);
      return { success, guard: 0 - Math.min(deviation, lead + TIE) };
    });
  };
}

/** Deviation of what the process adds to one model and not to the other. */
function contrastDeviation({ doubts, arms }: FittedProcess, a: number, b: number): number {
  let square = 0;
  for (let at = 0; at < doubts.length; at += arms) square += (doubts[at + a]! - doubts[at + b]!) ** 2;
  return Math.sqrt(square);
}

/** Estimates one fold's outcomes by a router that was trained without it. */
function estimateFold(
  data: RouterData,
  isHeld: (outcome: GradedOutcome) => boolean,
  into: RouterEstimate[],
): void {
  const { outcomes, encodings } = data;
  const read = createRouterReader(fitRouter({ ...data, outcomes: outcomes.filter((each) => !isHeld(each)) }));
  const places = [...outcomes.keys()].filter((at) => isHeld(outcomes[at]!));
  for (const [prompt, of] of Map.groupBy(places, (place) => outcomes[place]!.prompt)) {
    const asked = of.map((place) => ({ arm: outcomes[place]!.arm, shipped: outcomes[place]!.prior }));
    read(encodings[prompt]!, asked).forEach((each, at) => (into[of[at]!] = each));
  }
}

export interface RouterJudgement {
  /** Mean held-out log loss of the shipped model, and of what was learned. @unit nats */
  readonly losses: { readonly shipped: number; readonly learned: number };
  /** Held-out estimates of what was learned. @shape outcomes */
  readonly heldOut: readonly RouterEstimate[];
}

/**
 * @param foldOfPrompt fold of each prompt; near-duplicates must share a fold, and there must be two
 * @param onFold called after each fold with the share of them that is done
 */
export function judgeRouter(
  data: RouterData,
  foldOfPrompt: Int32Array,
  onFold: (share: number) => void = () => {},
): RouterJudgement {
  const { outcomes } = data;
  const heldOut: RouterEstimate[] = [];
  const folds = [...new Set(foldOfPrompt)];
  folds.forEach((fold, at) => {
    estimateFold(data, ({ prompt }) => foldOfPrompt[prompt] === fold, heldOut);
    onFold((at + 1) / folds.length);
  });
  const meanLoss = (chanceOf: (at: number) => number): number =>
    outcomes.reduce((sum, { outcome }, at) => sum + logLoss(chanceOf(at), outcome), 0) / outcomes.length;
  return {
    losses: {
      shipped: meanLoss((at) => outcomes[at]!.prior),
      learned: meanLoss((at) => heldOut[at]!.success),
    },
    heldOut,
  };
}
