// The text of a file that a person named; "-" is standard input.
import { readFile } from "node:fs/promises";

import { SignalboxError } from "@signalbox/contracts";

import type { Invocation } from "../command.ts";

/** @throws SignalboxError bad_request when the file cannot be read */
export async function readInputFile({ console }: Pick<Invocation, "console">, file: string): Promise<string> {
  if (file === "-") return console.readInput();
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new SignalboxError("bad_request", `${file} cannot be read. Check the path.`, { cause });
  }
}
