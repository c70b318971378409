// A file of pairs: JSON lines with a prompt and another wording of it.
import { SignalboxError } from "@signalbox/contracts";
import { invalidData, readTextFile } from "../../packages/lab/src/data/read-text.ts";

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
