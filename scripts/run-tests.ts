// Runs node:test over the packages; arguments narrow it to paths that contain one of them.
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const files = globSync(
  [
    "packages/*/{src,test}/**/*.test.{ts,tsx}",
    "scripts/**/*.test.ts",
    "examples/**/*.test.ts",
    // One level at a time: a pattern across all levels would walk the installed packages too.
    "integrations/*.test.ts",
    "integrations/!(node_modules)/**/*.test.ts",
  ],
  { cwd: root },
)
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .sort();
if (files.length === 0) {
  process.stderr.write(`no test file matches ${filters.join(", ")}\n`);
  process.exit(2);
}
const child = spawn(
  process.execPath,
  [
    "--disable-warning=ExperimentalWarning",
    "--test",
    "--test-reporter=spec",
    // Node leaves one core idle by default: half of a machine of two.
    `--test-concurrency=${availableParallelism()}`,
    ...flags,
    ...files,
  ],
  { cwd: root, stdio: "inherit" },
);
child.on("exit", (code) => process.exit(code ?? 1));
