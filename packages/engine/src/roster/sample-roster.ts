// Outcomes that a roster might really have: one draw after another of every candidate's success and dollars on every request, and
// of which requests come. The picks stay as they are, since the engine decides by what it expects.
import { hiddenFactorMax } from "../cost/hidden-tokens.ts";
import { logitOf, sigmoid, splitmix32 } from "../numerics/index.ts";
import { drawStandings } from "./draw-standings.ts";
import type { DrawOptions } from "./draw-standings.ts";
import type { RosterCell, RosterTrial } from "./roster-request.ts";

export interface RosterSample {
  /** By request, then by candidate. */
  readonly success: Float64Array;
  /** NaN where the price is unknown. */
  readonly usd: Float64Array;
  /** How often each request comes. @shape requests */
  readonly weights: Float64Array;
}

const NOTHING = new Float64Array(1).fill(1);
const CHANCE_MARGIN = 1e-4;

interface CellShape {
  readonly middle: number;
  /** Amount that one deviation adds to the logit. */
  readonly gain: number;
  readonly usd: number;
  /** Part of the dollars that hidden tokens are. @range 0..1 */
  readonly hiddenShare: number;
  /** How many times its expected hidden tokens may come at most. */
  readonly hiddenFactorMax: number;
}

function shapeOf({ estimated: { success, spread, bill, usage, candidate } }: RosterCell): CellShape {
  const chance = Math.min(1 - CHANCE_MARGIN, Math.max(CHANCE_MARGIN, success));
  const perToken = (candidate.prices.outputUsdPerMTok ?? 0) / 1e6;
  const usd = bill.usd ?? Number.NaN;
  const { hiddenMean } = usage.output;
  const hidden = usd > 0 ? (hiddenMean * perToken) / usd : 0;
  return {
    middle: logitOf(chance),
    gain: spread / (chance * (1 - chance)),
    usd,
    hiddenShare: Math.min(1, hidden),
    hiddenFactorMax: hiddenFactorMax(candidate.mode, hiddenMean),
  };
}

/** Requests of one group are drawn together, with replacement. */
function createResampler(trials: readonly RosterTrial[], seed: number): (draw: number) => Float64Array {
  const places = new Map<string, number>();
  const groups = trials.map(({ group }) => {
    const place = places.get(group) ?? places.size;
    places.set(group, place);
    return place;
  });
  return (draw) => {
    const random = splitmix32(Math.imul(seed + 1, 0x85ebca6b) ^ Math.imul(draw + 1, 0xc2b2ae35));
    const counts = new Float64Array(places.size);
    for (let i = 0; i < places.size; i += 1) {
      const drawn = Math.floor(random() * places.size);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    return Float64Array.from(groups, (group) => counts[group] ?? 0);
  };
}

/** Gives up its turn after every candidate of every request. Every sample is new; the same draw of the same question is always the same, whatever roster is sampled. */
export function* createSampler(
  trials: readonly RosterTrial[],
  options: DrawOptions,
): Generator<undefined, (draw: number) => RosterSample> {
  const first = trials[0];
  const table = first?.outlook.model.abilities;
  const candidates = first?.cells.map(({ estimated }) => estimated.candidate) ?? [];
  const standings = drawStandings(candidates, table, options);
  const factors = candidates.map((_, position) => standings.hiddenFactor(position));
  const rows: (CellShape & { readonly deviations: Float64Array })[][] = [];
  for (const { outlook, cells } of trials) {
    const { task } = outlook.encoding;
    const weights = table?.weightsOf(task);
    const row: (typeof rows)[number] = [];
    for (const [position, cell] of cells.entries()) {
      row.push({ ...shapeOf(cell), deviations: standings.ability(position, weights ?? NOTHING) });
      yield;
    }
    rows.push(row);
  }
  const resample = createResampler(trials, options.seed);
  const width = candidates.length;
  return (draw) => {
    const success = new Float64Array(trials.length * width);
    const usd = new Float64Array(trials.length * width);
    rows.forEach((row, request) => {
      row.forEach(({ middle, gain, deviations, ...bill }, position) => {
        const at = request * width + position;
        const factor = Math.min(bill.hiddenFactorMax, factors[position]?.[draw] ?? 1);
        success[at] = sigmoid(middle + gain * (deviations[draw] ?? 0));
        usd[at] = bill.usd * (1 + bill.hiddenShare * (factor - 1));
      });
    });
    return { success, usd, weights: resample(draw) };
  };
}
