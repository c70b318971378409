// The flags of `npm run bench`. A wrong one is refused by name, with a list of the valid ones.
import { parseArgs } from "node:util";

/** The parts of a run, in their order. */
const PARTS = ["echo", "gateways", "workers", "growth"] as const;
export type Part = (typeof PARTS)[number];

interface BenchOptions {
  readonly parts: ReadonlySet<Part>;
  /** @range 1.. */
  readonly rounds: number;
  /** Duration of one measurement. @unit milliseconds */
  readonly durationMs: number;
  readonly jsonFile: string | undefined;
  readonly isQuick: boolean;
}

const USAGE = `Usage: npm run bench -- [--rounds N] [--seconds S] [--json FILE] [--quick] [--only PARTS]

  --rounds N    rounds of each measurement, service and echo in turn (5)
  --seconds S   length of one measurement (3)
  --json FILE   keep the figures as JSON
  --quick       2 rounds of 1 second, and installations that hardly grow
  --only PARTS  some of ${PARTS.join(",")}: for a machine that is never quiet for a whole run
  --help        this text

The database of the measured service lies in the directory for temporary files; set TMPDIR to measure another disk. The gateways
beside it are installed into proof/bench/peers when they are missing.
`;

function stop(text: string, code: 0 | 2): never {
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        rounds: { type: "string", default: "5" },
        seconds: { type: "string", default: "3" },
        json: { type: "string" },
        quick: { type: "boolean", default: false },
        only: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (fault) {
    return stop(`bench: ${fault instanceof Error ? fault.message : String(fault)}\n\n${USAGE}`, 2);
  }
}

function positive(text: string, flag: string): number {
  const value = Number(text);
  return value > 0 && Number.isFinite(value)
    ? value
    : stop(`bench: --${flag} must be a number above 0, not "${text}"\n\n${USAGE}`, 2);
}

function partsOf(text: string): ReadonlySet<Part> {
  const names = text.split(",");
  const parts = PARTS.filter((part) => names.includes(part));
  return parts.length === names.length
    ? new Set(parts)
    : stop(`bench: --only takes some of ${PARTS.join(",")}, not "${text}"\n\n${USAGE}`, 2);
}

/** Ends the process after `--help`, and with code 2 after a wrong flag. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { rounds, seconds, json, quick, only, help } = parseFlags(args);
  if (help) return stop(USAGE, 0);
  return {
    parts: partsOf(only ?? PARTS.join(",")),
    rounds: quick ? 2 : Math.ceil(positive(rounds, "rounds")),
    durationMs: quick ? 1_000 : positive(seconds, "seconds") * 1_000,
    jsonFile: json,
    isQuick: quick,
  };
}
