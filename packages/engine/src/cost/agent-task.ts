// Dollars of a whole task that an agent works on, as far as they show before it begins: its steps are many, nearly all
// input is read from the provider's cache, and models of a low price take more steps than others.
import { agentTaskLength } from "../reader/task/task-reading.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import type { CandidateMode } from "../candidates/candidate-mode.ts";
import type { CandidatePrices } from "../candidates/candidate.ts";
import { expectedBill } from "./expected-bill.ts";
import { referenceHidden } from "./hidden-tokens.ts";

export interface AgentTaskBill {
  /** @unit USD */
  readonly usd: number;
  /** Ends of the 80 % interval. */
  readonly usdLow: number;
  readonly usdHigh: number;
}

/**
 * Tokens of a run of the usual task: input of all steps, answers, and hidden tokens over those of one hard question.
 * @source medians of 401 models and modes on terminal tasks (Artificial Analysis, July 2026)
 */
const RUN = { input: 377_000, visible: 10_500, hiddenFactor: 2 } as const;
const CACHED_SHARE = 0.9;
/**
 * Real dollars of tasks grow with the dollars of that run to this power.
 * @source slopes of the logarithm over eight boards and sources of agents' runs: .50 to .63 on four, .92 to 1.13 on four
 */
const PRICE_POWER = 0.85;
/**
 * Dollars of a usual task whose run comes to $1.
 * @source geometric mean of three: .8 on terminal tasks, 1.6 on tools over MCP (a third of its dollars without a cache), 11 on
 * libraries written from scratch
 */
const TASK_USD = 2.4;
/** Deviation of the logarithm, about that line and between kinds of tasks. */
const SD = 1.2;
const EIGHTY_PERCENT = 1.2816;

/** Dollars of a mid-sized model of $0.5 and $2 for a task of this length, by the line above. @unit USD */
export const usualTaskUsd = ({ tiers }: Pick<TaskReading, "tiers">): number => 0.11 * agentTaskLength(tiers);

/** Tokens that a whole task writes, hidden ones too, where the model thinks in that mode. */
export function agentTaskTokens(
  mode: CandidateMode | undefined,
  { tiers }: Pick<TaskReading, "tiers">,
): number {
  return agentTaskLength(tiers) * (RUN.visible + RUN.hiddenFactor * referenceHidden(mode));
}

/** Undefined where no price is known. */
export function agentTaskBill(
  prices: CandidatePrices,
  mode: CandidateMode | undefined,
  { tiers }: Pick<TaskReading, "tiers">,
): AgentTaskBill | undefined {
  const hiddenMean = RUN.hiddenFactor * referenceHidden(mode);
  const output = { visibleMean: RUN.visible, hiddenMean, low: 0, high: 0 };
  // Tiers of prices are of one call, not of a run.
  const run = expectedBill(
    { ...prices, tiers: [] },
    { inputTokens: RUN.input, cachedInputTokens: CACHED_SHARE * RUN.input, output },
  );
  if (run.usd === undefined) return undefined;
  const usd = agentTaskLength(tiers) * TASK_USD * run.usd ** PRICE_POWER;
  const reach = Math.exp(EIGHTY_PERCENT * SD);
  return { usd, usdLow: usd / reach, usdHigh: usd * reach };
}
