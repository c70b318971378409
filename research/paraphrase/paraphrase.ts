// Other wordings of a prompt, by rule and seed.
import { SignalboxError } from "@signalbox/contracts";
import { splitmix32 } from "@signalbox/engine/numerics";
import { invalidData, readTextFile } from "../../packages/lab/src/data/read-text.ts";
import {
  addTypos,
  changeLayout,
  moveQuestionFirst,
  reorderOptions,
  swapSynonyms,
  wrap,
  wrapForeign,
} from "./rewordings.ts";
import type { Rewording } from "./rewordings.ts";

// A file of pairs: JSON lines with a prompt and another wording of it.
export interface PromptPair {
  readonly prompt: string;
  readonly paraphrase: string;
  /** Kind of rewording; "given" where the file does not say. */
  readonly kind: string;
}

function parsePair(raw: string, file: string, line: number): PromptPair {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${file} line ${line}: not a JSON object`, { cause });
  }
  const pair = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const prompt = pair["prompt"] ?? pair["original"];
  const { paraphrase, kind } = pair as { paraphrase?: unknown; kind?: unknown };
  if (typeof prompt !== "string" || typeof paraphrase !== "string")
    throw invalidData(file, line, 'expected "prompt" (or "original") and "paraphrase" as strings');
  return { prompt, paraphrase, kind: typeof kind === "string" ? kind : "given" };
}

/** @throws SignalboxError `invalid_data` with file and line */
export async function readPairsFile(path: string): Promise<readonly PromptPair[]> {
  const file = await readTextFile(path);
  const pairs = file.text
    .split("\n")
    .flatMap((raw, index) => (raw.trim() === "" ? [] : [parsePair(raw, file.name, index + 1)]));
  if (pairs.length === 0) throw invalidData(file.name, undefined, "no pair in the file");
  return pairs;
}

const RULES: Readonly<Record<string, Rewording>> = {
  typos: addTypos,
  synonyms: swapSynonyms,
  "option order": reorderOptions,
  frame: wrap,
  "foreign frame": wrapForeign,
  layout: changeLayout,
  "question first": moveQuestionFirst,
};

/** Names of the rules, in the order of the reports. */
const PARAPHRASE_KINDS: readonly string[] = Object.keys(RULES);

interface Paraphrase {
  /** One of `PARAPHRASE_KINDS`. */
  readonly kind: string;
  readonly text: string;
}

function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h;
}

/** One wording a rule that applies; the same for the same text and seed. */
export function paraphrase(text: string, seed: number): readonly Paraphrase[] {
  return PARAPHRASE_KINDS.flatMap((kind, i) => {
    const reworded = RULES[kind]?.(text, splitmix32(hash(text) ^ Math.imul(seed + i, 0x9e3779b1)));
    return reworded === undefined || reworded === text ? [] : [{ kind, text: reworded }];
  });
}
