// Reads a turn through the heads: all of it, and what else it may be read as, each as shares of operations, fields and classes.
import { OPERATIONS } from "@signalbox/contracts";
import type { TensorStore } from "../../artefact/tensor-store.ts";
import type { TaskText } from "../conversation/task-text.ts";
import { PARTS_MOST } from "../conversation/turn-parts.ts";
import { GROUPS, HEADS, HIDDEN_UNITS, largestOf } from "./attention.ts";
import { createOtherReadings } from "./other-readings.ts";
import type { OtherReading } from "./other-readings.ts";
import type { TaskFeatures, TaskRow } from "./task-features.ts";
import { loadTaskHeads } from "./task-heads.ts";
import { TIERS } from "./task-reading.ts";

/** Numbers of `TurnReader.said`. */
export const ABOUT_COUNT = HIDDEN_UNITS + HEADS.count;

/** Turns logits from `from` to `to` into shares in place. */
export function softmaxRange(out: Float64Array, from: number, to: number): void {
  const top = out[from + largestOf(out, from, to)]!;
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const share = Math.exp((out[at] ?? 0) - top);
    out[at] = share;
    sum += share;
  }
  for (let at = from; at < to; at += 1) out[at] = (out[at] ?? 0) / sum;
}

interface TierCooling {
  readonly temperature: number;
  /** How much the operation says of the tier beside the words. */
  readonly operationWeight: number;
  /** log P(tier | operation) - log P(tier). @shape OPERATIONS x TIERS */
  readonly tierOfOperation: ArrayLike<number>;
}

/**
 * Logits of the tiers after a naming of group theory counts as a naming: what the operation usually needs is weighed in, by
 * the shares of the operations that stand in `out`.
 */
export function coolTiers(out: Float64Array, cooling: TierCooling): void {
  const { temperature, operationWeight, tierOfOperation } = cooling;
  const tierCount = HEADS.tokens - HEADS.tier;
  for (let tier = 0; tier < tierCount; tier += 1) {
    let usual = 0;
    for (let operation = 0; operation < HEADS.field; operation += 1)
      usual += (out[operation] ?? 0) * (tierOfOperation[operation * tierCount + tier] ?? 0);
    out[HEADS.tier + tier] = (out[HEADS.tier + tier] ?? 0) / temperature + operationWeight * usual;
  }
}

/** Reads a text in each of its ways, before these are mixed. */
export interface TurnReader {
  /** Shares of what all of the turn is read as. @shape HEADS.count */
  readonly whole: Float64Array;
  /** Hidden units of that reading, then the logits of its heads. @shape ABOUT_COUNT */
  readonly said: Float64Array;
  /** Features of a text, and shares of its operations, fields and classes. */
  glance(text: TaskText): { readonly row: TaskRow; readonly shares: ArrayLike<number> };
  /** Reads a turn into `whole` and `said`, and what else it may be read as. */
  read(text: TaskText): readonly OtherReading[];
  /** How much of the operation is read from a part of the turn that was read last. @range 0..1 */
  shareOf(part: number): number;
}

/** @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadTurnReader(store: TensorStore, features: TaskFeatures): TurnReader {
  const heads = loadTaskHeads(store, features);
  const [temperature = 1, operationWeight = 0] = store.float32("taskTemperature", 2);
  const tierOfOperation = store.float32("taskTierOfOperation", OPERATIONS.length, TIERS.length);
  const settle = (out: Float64Array): void => {
    softmaxRange(out, HEADS.operation, HEADS.field);
    softmaxRange(out, HEADS.field, HEADS.tier);
    coolTiers(out, { temperature, operationWeight, tierOfOperation });
    softmaxRange(out, HEADS.tier, HEADS.tokens);
  };
  const [whole, said] = [new Float64Array(HEADS.count), new Float64Array(ABOUT_COUNT)];
  const partShares = new Float64Array(PARTS_MOST);
  const shareOf = (part: number): number => partShares[part]!;
  const readOthers = createOtherReadings({
    shareOf,
    readParts: (span, out) => {
      heads.runParts(span, out);
      settle(out);
    },
    readText: (text, out) => {
      heads.run(features.read(text), out);
      settle(out);
    },
  });
  const glanced = new Float64Array(HEADS.count);
  return {
    whole,
    said,
    shareOf,
    glance: (text) => {
      const row = features.read(text);
      heads.run(row, glanced);
      settle(glanced);
      return { row, shares: glanced };
    },
    read: (text) => {
      heads.run(features.read(text), whole);
      said.set(heads.units);
      said.set(whole, HIDDEN_UNITS);
      for (let part = 0; part < PARTS_MOST; part += 1) partShares[part] = heads.shares[part * GROUPS.length]!;
      settle(whole);
      return readOthers(text, whole);
    },
  };
}
