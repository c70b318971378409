// The price of a token, from the calls themselves: weighted least squares of cost on tokens, relative errors.
import type { BillCall } from "./read-calls.ts";

/** @unit USD per token */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** Some recorded costs hold a second call beside the answer; the cheapest calls for their tokens hold none. */
const CHEAPEST_SHARE = 0.4;

export const inputOf = (call: BillCall): number =>
  Number.isNaN(call.inputTokens) ? call.estimatedInput : call.inputTokens;

function leastSquares(calls: readonly BillCall[]): Prices {
  let [xx, xy, yy, xc, yc] = [0, 0, 0, 0, 0];
  for (const call of calls) {
    const x = inputOf(call) / call.cost;
    const y = call.outputTokens / call.cost;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xc += x;
    yc += y;
  }
  const determinant = xx * yy - xy * xy;
  const input = (xc * yy - yc * xy) / determinant;
  const output = (yc * xx - xc * xy) / determinant;
  const isSound = Number.isFinite(input) && input > 0 && output > 0;
  return isSound ? { input, output } : { input: xc / xx, output: xc / xx };
}

/** Recovers the prices. Where input tokens are not recorded the estimated ones take their place, over all calls. */
export function recoverPrices(calls: readonly BillCall[]): Prices {
  const paid = calls.filter(({ cost }) => cost > 0);
  if (paid.some(({ inputTokens }) => Number.isNaN(inputTokens))) return leastSquares(paid);
  const perToken = (call: BillCall): number => call.cost / (call.inputTokens + call.outputTokens);
  const sorted = paid.toSorted((a, b) => perToken(a) - perToken(b));
  let prices = leastSquares(sorted.slice(0, Math.ceil(sorted.length * CHEAPEST_SHARE)));
  for (let round = 0; round < 5; round += 1) {
    const near = paid.filter(
      (call) => Math.abs(billOf(prices, inputOf(call), call.outputTokens) / call.cost - 1) < 0.03,
    );
    if (near.length > 20) prices = leastSquares(near);
  }
  return prices;
}

export function billOf({ input, output }: Prices, inputTokens: number, outputTokens: number): number {
  return inputTokens * input + outputTokens * output;
}
