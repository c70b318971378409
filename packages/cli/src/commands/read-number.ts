import { SignalboxError } from "@signalbox/contracts";

import type { Invocation } from "../command.ts";

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
