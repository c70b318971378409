// Arguments that several commands read: models by name, numbers, files.
import { readFile } from "node:fs/promises";
import { SignalboxError } from "@signalbox/contracts";
import type { Invocation } from "./command.ts";

/** The names of a list between commas, without blanks and without empty ones. */
export const namesIn = (list: string): string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Labels given by --model, comma-separated or repeated. */
export const namedModels = (invocation: Invocation): string[] => invocation.texts("model").flatMap(namesIn);

/** @throws SignalboxError bad_request for a word that the option does not take */
export function readWord<T extends string>(
  invocation: Invocation,
  name: string,
  words: readonly T[],
): T | undefined {
  const given = invocation.text(name);
  const word = words.find((each) => each === given);
  if (given !== undefined && word === undefined)
    throw new SignalboxError("bad_request", `--${name} is one of ${words.join(", ")}.`);
  return word;
}

interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** The number that an option states. @throws SignalboxError bad_request naming the range */
export function readNumber(
  invocation: Invocation,
  name: string,
  { minimum, maximum }: Range,
): number | undefined {
  const text = invocation.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !(value >= minimum && value <= maximum))
    throw new SignalboxError("bad_request", `--${name} takes a number from ${minimum} to ${maximum}.`);
  return value;
}

export function readWhole(invocation: Invocation, name: string, range: Range): number | undefined {
  const value = readNumber(invocation, name, range);
  if (value !== undefined && !Number.isInteger(value))
    throw new SignalboxError(
      "bad_request",
      `--${name} takes a whole number from ${range.minimum} to ${range.maximum}.`,
    );
  return value;
}

// The text of a file that a person named; "-" is standard input.

/** @throws SignalboxError bad_request when the file cannot be read */
export async function readInputFile({ console }: Pick<Invocation, "console">, file: string): Promise<string> {
  if (file === "-") return console.readInput();
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new SignalboxError("bad_request", `${file} cannot be read. Check the path.`, { cause });
  }
}
