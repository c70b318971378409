// Reads what a request asks for: the operation, the field, the class of model that does it well, and how long a good answer
// is. Heads and hidden units over sparse features; one row of weights a feature, so a reading is one pass over what was found.
import type { TensorStore } from "../../artefact/tensor-store.ts";
import { readWholeProgram } from "./whole-program.ts";
import { hashingOf } from "./task-hashing.ts";
import { createTaskFeatures } from "./task-features.ts";
import { bytesOfHeads } from "./task-heads.ts";
import { findAsked } from "./find-asked.ts";
import { HEADS, largestOf } from "./attention.ts";
import { loadLeadingReading } from "./leading-reading.ts";
import { ABOUT_COUNT, loadTurnReader } from "./turn-reader.ts";
import { standingTurn, withOpenTask } from "./open-task.ts";
import { settleSmallTurn } from "./small-turns.ts";
import { loadSystemGate } from "./system-gate.ts";
import { loadTurnGate } from "./turn-gate.ts";
import { withTurnCarried } from "../conversation/system-task.ts";
import { userMessage } from "../conversation/message.ts";
import { doubtLogTokens, doubtTiers, unreadShareOf } from "./unread-scripts.ts";
import { OPERATIONS, TASK_FIELDS } from "@signalbox/contracts";
import { TIERS } from "./task-reading.ts";
import type { TaskReading, TextSpan } from "./task-reading.ts";
import { readTaskText } from "../conversation/task-text.ts";
import type { TaskText } from "../conversation/task-text.ts";

export interface TaskReader {
  /** The values that the last reading of a turn rests on: the hidden units, then the logits of the heads. @shape ABOUT_COUNT */
  readonly about: Float64Array;
  /**
   * The text to read. Where the system prompt says what is to be done, the user's turn is what it is to be done with; where the
   * turn only goes on with what was asked before, that is read in its place.
   */
  place(text: TaskText): TaskText;
  /** @param text as `place` returns it */
  read(text: TaskText): TaskReading;
  /** Mean class that a text needs by a look at it alone. @range 1..TIERS.length */
  readonly hardnessOf: (text: string) => number;
}

/** An 80 % interval of a normal distribution. @unit standard deviations */
const INTERVAL_80 = 1.2816;
const TOKENS_MAX = 40_000;

/**
 * The logarithm of the tokens, spread out again after the fit drew it together.
 * @param out shares of the operations, and what the head says
 * @param line offsets by operation, then the slope. @shape OPERATIONS.length + 1
 */
export function logTokensOf(out: ArrayLike<number>, line: ArrayLike<number>): number {
  let log = (line[OPERATIONS.length] ?? 1) * (out[HEADS.tokens] ?? 0);
  for (let operation = 0; operation < OPERATIONS.length; operation += 1)
    log += (line[operation] ?? 0) * (out[HEADS.operation + operation] ?? 0);
  return log;
}

const rangeAround = (log: number, reach: number): TaskReading["tokens"] => ({
  low: Math.exp(log - reach),
  median: Math.exp(log),
  high: Math.exp(log + reach),
});

/** @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadTaskReader(store: TensorStore): TaskReader {
  const hashing = hashingOf(store.uint8("taskHashes"));
  const features = createTaskFeatures(store.text("taskLexicon"), hashing, bytesOfHeads);
  const turns = loadTurnReader(store, features);
  const mix = loadLeadingReading(store);
  const tokenLine = store.float32("taskTokenLine", OPERATIONS.length + 1);
  const tokenSd = store.float32("taskTokenSd", OPERATIONS.length);
  const about = new Float64Array(ABOUT_COUNT);
  const isSystemTask = loadSystemGate(store, features, (text) => turns.glance(text));
  let lead: TextSpan | undefined;
  const readAlone = (text: TaskText): TaskReading => {
    const others = turns.read(text);
    const shares = turns.whole;
    lead = mix(shares, others);
    settleSmallTurn(text, shares);
    const operation = largestOf(shares, HEADS.operation, HEADS.field);
    const field = largestOf(shares, HEADS.field, HEADS.tier);
    const unread = unreadShareOf(text);
    const log = doubtLogTokens(
      Math.min(Math.log(TOKENS_MAX), Math.max(0, logTokensOf(shares, tokenLine))),
      unread,
    );
    const reach = INTERVAL_80 * (1 + unread) * (tokenSd[operation] ?? 1);
    const name = OPERATIONS[operation] ?? "answer";
    return {
      operation: name,
      operationChance: (1 - unread) * (shares[operation] ?? 0),
      field: TASK_FIELDS[field] ?? "everyday",
      fieldChance: (1 - unread) * (shares[HEADS.field + field] ?? 0),
      tiers: doubtTiers(
        TIERS.map((_, tier) => shares[HEADS.tier + tier]!),
        unread,
      ),
      tokens: readWholeProgram(text, name) ?? rangeAround(log, reach),
    };
  };
  const gate = loadTurnGate(store);
  return {
    about,
    hardnessOf: (text) => {
      const { shares } = turns.glance(readTaskText([userMessage(text)], 0));
      return TIERS.reduce((sum, _, tier) => sum + (1 + tier) * (shares[HEADS.tier + tier] ?? 0), 0);
    },
    place: (text) => (isSystemTask(text) ? withTurnCarried(text) : standingTurn(text, gate, readAlone)),
    read: (text) => {
      let asked: TextSpan | undefined;
      const task = withOpenTask(text, gate, (turn) => {
        const alone = readAlone(turn);
        if (turn !== text) return alone;
        // Learning and people go by the turn itself, not by the open tasks before it.
        about.set(turns.said);
        const { from, to } = lead ?? { from: 0, to: Infinity };
        asked = findAsked(text, (part) => (part >= from && part < to ? turns.shareOf(part) : 0));
        return alone;
      });
      return asked === undefined ? task : { ...task, asked };
    },
  };
}
