// `npm run torture -- NAME [--number N ...]`: breaks a running service on purpose, and prints what held. `npm run torture` lists
// the runs. Exit code 1 when a promise was broken.
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";

import { RUNS } from "./runs.ts";
import type { Torture } from "./outcome.ts";

function usage(): string {
  const lines = Object.entries(RUNS).map(([name, { summary, numbers }]) => {
    const flags = Object.entries(numbers).map(([flag, value]) => `--${flag} ${value}`);
    return `  ${name.padEnd(10)} ${summary}\n  ${"".padEnd(10)} ${flags.join(" ")}\n`;
  });
  return `Usage: npm run torture -- NAME [flags, here with their defaults]\n\n${lines.join("")}`;
}

function fail(text: string, code: 1 | 2): never {
  process.stderr.write(text);
  process.exit(code);
}

/** Ends the process for a flag that the run does not have, or that is no number above 0. */
function readNumbers({ numbers }: Torture, args: readonly string[]): Record<string, number> {
  const options = Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: "string" as const }]));
  try {
    const { values } = parseArgs({ args: [...args], options });
    return Object.fromEntries(
      Object.entries(numbers).map(([name, normal]) => {
        const value = Number(values[name] ?? normal);
        if (values[name] !== undefined && !(value > 0 && Number.isFinite(value)))
          throw new Error(`--${name} must be a number above 0`);
        return [name, value];
      }),
    );
  } catch (error) {
    return fail(`torture: ${error instanceof Error ? error.message : String(error)}\n\n${usage()}`, 2);
  }
}

const [name = "", ...args] = process.argv.slice(2);
const torture = RUNS[name];
if (torture === undefined) fail(usage(), 2);
const numbers = readNumbers(torture, args);
const why = await torture.skipReason();
if (why !== false) fail(`torture: cannot run ${name}: ${why}\n`, 1);
const { figures, broken } = await torture.run(numbers, (step) => process.stderr.write(`torture: ${step}\n`));
const width = Math.max(...figures.map(([what]) => what.length));
const flags = Object.entries(numbers).map(([flag, value]) => ` --${flag} ${value}`);
process.stdout.write(
  [
    `npm run torture -- ${name}${flags.join("")}`,
    ...figures.map(([what, figure]) => `  ${what.padEnd(width)}  ${figure}`),
    `  ${"machine".padEnd(width)}  ${cpus()[0]?.model.trim() ?? "unknown"}, ${availableParallelism()} cores shared with the load, load average ${loadavg()[0]?.toFixed(1)}`,
    `  ${"date".padEnd(width)}  ${new Date().toISOString().slice(0, 10)}`,
    ...broken,
    "",
  ].join("\n"),
);
if (broken.length > 0) process.exitCode = 1;
