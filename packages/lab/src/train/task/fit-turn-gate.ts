// The part that short turns play in a conversation, fitted to the phrases of the atlas: a logistic regression for each kind.
import { TURN_KINDS, TURN_SLOTS, turnSlots } from "@signalbox/engine/internals";
import type { BaggedTensor } from "../artefact/tensor-bag.ts";
import { fitLogistic } from "./fit-logistic.ts";
import type { TurnExample } from "./turn-examples.ts";

/** The price of a weight other than zero, times half its square. @unit nats */
const WEIGHT_COST = 0.3;
const ITERATIONS = 60;
const BYTE_MAX = 127;

/** @returns what `loadTurnGate` reads */
export function fitTurnGate(examples: readonly TurnExample[]): readonly BaggedTensor[] {
  const rows = examples.flatMap(({ text, kind }) => {
    const slots = turnSlots(text);
    return slots === undefined ? [] : [{ ids: [...slots], kind }];
  });
  const packed = new Int8Array(TURN_KINDS.length * TURN_SLOTS);
  const scales = new Float32Array(TURN_KINDS.length);
  TURN_KINDS.forEach((kind, index) => {
    const fitted = new Float64Array(TURN_SLOTS);
    const own = rows.map((row) => ({
      ids: row.ids,
      values: row.ids.map(() => 1),
      share: Number(row.kind === kind),
      weight: 1,
    }));
    fitLogistic(own, fitted, { cost: WEIGHT_COST, freeCount: 0, iterations: ITERATIONS });
    const scale = fitted.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / BYTE_MAX || 1;
    scales[index] = scale;
    packed.set(
      fitted.map((weight) => Math.round(weight / scale)),
      index * TURN_SLOTS,
    );
  });
  return [
    { name: "taskTurnWeights", shape: [TURN_KINDS.length, TURN_SLOTS], data: packed },
    { name: "taskTurnScale", shape: [TURN_KINDS.length], data: scales },
  ];
}
