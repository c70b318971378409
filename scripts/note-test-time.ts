// Loaded into the process of every test file when `run-tests.ts` is asked for the slowest: writes down what the file took.
import { appendFileSync, readFileSync } from "node:fs";

const TICK_MS = 10;

/** Processor time of this process and of those that it started and that ended. NaN where the system does not tell. @unit milliseconds */
function processorMs(): number {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The name in parentheses may hold spaces; the four times are fields 14 to 17 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * TICK_MS;
}

const listFile = process.env["SIGNALBOX_TEST_TIMES"];
const file = process.argv[1] ?? "";
// Servers and commands that a test starts inherit the environment, but are part of their test.
if (listFile !== undefined && /\.test\.tsx?$/.test(file))
  process.on("exit", () => {
    const line = { file, elapsedMs: performance.now(), processorMs: processorMs() };
    appendFileSync(listFile, `${JSON.stringify(line)}\n`);
  });
