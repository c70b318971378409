// A command is data: its words, its options, its examples, and what it does. Help, parsing and dispatch all read this.

import { type Config, SignalboxError } from "@signalbox/contracts";
import { readFile } from "node:fs/promises";

// Arguments that several commands read: models by name, numbers, files.

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

/** 0 done, 1 failed, 2 wrong usage or configuration; `run` gives that of the client. */
export type ExitCode = number;

export interface OptionSpec {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly isMultiple?: boolean;
  /** Shown in help, e.g. "FILE". */
  readonly value?: string;
  readonly description: string;
}

/** The streams where a command reads and writes; tests pass their own. */
export interface Console {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly isTerminal: boolean;
  readonly readInput: () => Promise<string>;
  /** Resolves at the first signal to stop. */
  readonly untilStopped: () => Promise<string>;
}

export interface Invocation {
  readonly positionals: readonly string[];
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly isOn: (name: string) => boolean;
  readonly console: Console;
  /** The API key of the environment, SIGNALBOX_API_KEY. */
  readonly key: () => string | undefined;
  /** The address of the environment, SIGNALBOX_URL. */
  readonly serverUrl: () => string | undefined;
  /** The environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Read when it is first asked for. @throws SignalboxError invalid_configuration */
  readonly config: () => Config;
}

export interface Command {
  /** "keys create" */
  readonly name: string;
  /** The heading that the overview lists it under. */
  readonly group?: string;
  readonly usage: string;
  readonly summary: string;
  /** Paragraphs for `signalbox help NAME`. */
  readonly details: readonly string[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Whether it takes the flags of the configuration too. */
  readonly takesConfiguration: boolean;
  readonly examples: readonly string[];
  readonly run: (invocation: Invocation) => Promise<ExitCode>;
}

/** The name and purpose that the help of a command line begins with. */
export interface Program {
  /** As it is typed: "signalbox" */
  readonly name: string;
  readonly purpose: string;
}

export const JSON_OPTION: OptionSpec = {
  type: "boolean",
  description: "Print JSON for programs instead of text for people.",
};
