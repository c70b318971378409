// The part that a short turn plays in a conversation: it goes on with what was offered or asked ("yes, go on", "great, now the
// tests"), it ends it ("thanks, bye"), it is a step of housekeeping ("commit and push"), or it asks for something of its own.
// Three logistic regressions over the turn's hashed words; the likeliest wins where it is likelier than not.
import type { TaskText } from "../conversation/task-text.ts";
import { sigmoid } from "../../numerics/logistic.ts";
import type { TensorStore } from "../../artefact/tensor-store.ts";
import { createTextScan } from "../text/text-scan.ts";
import type { HashForm } from "../text/text-scan.ts";

export const TURN_KINDS = ["goes_on", "closing", "chore"] as const;
export type TurnKind = (typeof TURN_KINDS)[number];

/** A longer turn asks for something of its own. @unit UTF-16 units */
const TURN_UNITS_MOST = 160;
const FORM: HashForm = { wordsMost: 30, stems: 0x64, pieces: 0x321, hasBones: true, hasPairs: true };
const SALT = 7;
/** Behind the hashed words: a constant, and how many words the turn has. */
const WORDS_MOST = 12;
const HASHED = 1 << 13;
export const TURN_SLOTS = HASHED + 1 + WORDS_MOST;
const CHANCE_LEAST = 0.5;
/** Least chance for a turn that reads like small talk: what else it could be is little. */
const TALK_CHANCE_LEAST = 0.2;

const scan = createTextScan(TURN_UNITS_MOST);

/** Slots of a turn, each once; undefined where it is too long to be anything but a request. */
export function turnSlots(turn: string): ReadonlySet<number> | undefined {
  const trimmed = turn.trim();
  if (trimmed === "" || trimmed.length > TURN_UNITS_MOST) return undefined;
  const count = scan.hash(scan.fold(trimmed), { form: FORM, salt: SALT });
  const slots = new Set<number>([HASHED]);
  const words = trimmed.split(/\s+/).length;
  slots.add(HASHED + Math.min(WORDS_MOST, words));
  for (let at = 0; at < count; at += 1) slots.add(scan.hashes[at]! & (HASHED - 1));
  return slots;
}

/** The turn as it was typed; empty where something came with it. */
export function typedTurn({ zones }: TaskText): string {
  if (zones.carried !== "") return "";
  return [zones.opening, zones.middle, zones.closing].filter((zone) => zone !== "").join("\n");
}

/**
 * @param isTalk whether the turn reads like small talk; asked only where the words alone leave it open
 * @returns undefined for a turn that asks for something of its own
 */
export type TurnGate = (turn: string, isTalk?: () => boolean) => TurnKind | undefined;

/** @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadTurnGate(store: TensorStore): TurnGate {
  const weights = store.int8("taskTurnWeights", TURN_KINDS.length, TURN_SLOTS).slice();
  const scales = store.float32("taskTurnScale", TURN_KINDS.length);
  return (turn, isTalk = () => false) => {
    const slots = turnSlots(turn);
    if (slots === undefined) return undefined;
    let likeliest: TurnKind | undefined;
    let best = TALK_CHANCE_LEAST;
    TURN_KINDS.forEach((kind, index) => {
      let sum = 0;
      for (const slot of slots) sum += weights[index * TURN_SLOTS + slot]!;
      const chance = sigmoid(sum * scales[index]!);
      if (chance < best) return;
      best = chance;
      likeliest = kind;
    });
    return best >= CHANCE_LEAST || isTalk() ? likeliest : undefined;
  };
}
