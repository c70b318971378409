// One JSON object a line, each checked; a fault names the file and line.
import { readFileSync } from "node:fs";
import { SignalboxError } from "@signalbox/contracts";

/** @throws SignalboxError invalid_data with the place of the first fault */
export function readLines<T>(file: string, parse: (line: unknown, where: string) => T): T[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const where = `${file}:${index + 1}`;
    try {
      return [parse(JSON.parse(line), where)];
    } catch (cause) {
      if (cause instanceof SignalboxError) throw cause;
      throw new SignalboxError("invalid_data", `${where} is not valid JSON.`, { cause });
    }
  });
}
