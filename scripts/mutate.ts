// `npm run mutate -- [--count N] [--seed S] [--only PART-OF-A-PATH] [--most SHARE]`: changes one token of the rules of the
// decision at a time and runs their tests. Lists the mutants that no test notices; a larger share than --most fails the run.
// The sources stay as they are: `mutate-hook.mjs` hands the changed text to the process of the tests.
import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { mulberry32, shuffle } from "../packages/engine/src/numerics/index.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = "{candidates,estimate,rank,filter,choose,objective}";
/** Draws policies for half a minute. */
const SLOW = /bans-hold/;
/** A mutant that loops without an end is noticed. @unit milliseconds */
const LIMIT_MS = 120_000;

/** Each pattern with its replacement; numbers come last. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ < (?=[\w(])/g, " <= "],
  [/ > (?=[\w(])/g, " >= "],
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \+ /g, " - "],
  [/ - /g, " + "],
  [/ \* /g, " / "],
  [/ \/ /g, " * "],
  [/\bMath\.min\b/g, "Math.max"],
  [/\bMath\.max\b/g, "Math.min"],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\.some\(/g, ".every("],
  [/\.every\(/g, ".some("],
  [/(?<=[ (:])(?:0?\.)?\d[\d_.]*(?=[;,) ])/g, "7"],
];
/** Types, imports and comments decide nothing. */
const NOT_A_RULE =
  /^\s*(?:import|export (?:type|interface|\{|\*)|\/\/|\/\*|\*|\}? ?from|type |interface |readonly )/;

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

function mutantsOf(file: string): readonly Mutant[] {
  const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
  return lines.flatMap((from, at) => {
    if (NOT_A_RULE.test(from)) return [];
    const code = from.split(" // ")[0] ?? "";
    // A comparator counts by its sign alone.
    const rules = / \? -1 : /.test(code) ? RULES.slice(0, -1) : RULES;
    return rules
      .flatMap(([pattern, put]) =>
        Array.from(code.matchAll(pattern), ({ index, 0: found }) => ({
          file,
          line: at + 1,
          from,
          to: from.slice(0, index) + put + from.slice(index + found.length),
        })),
      )
      .filter(({ to }) => to !== from);
  });
}

const TESTS = globSync(
  [
    `packages/engine/src/${FOLDERS}/**/*.test.ts`,
    "packages/engine/src/decide/*.test.ts",
    "packages/engine/test/agent-task.test.ts",
  ],
  { cwd: ROOT },
).filter((file) => !SLOW.test(file));

/** Whether a test fails under the mutant; without one, whether any fails at all. */
async function isNoticed(mutant?: Mutant): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      `--import=${import.meta.resolve("./mutate-hook.mjs")}`,
      "--test",
      "--test-isolation=none",
      "--test-reporter=tap",
      ...TESTS,
    ],
    {
      cwd: ROOT,
      env: { ...process.env, MUTANT_OF_DECISION: JSON.stringify(mutant ?? null) },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  child.stdout.on("data", (text: Buffer) => {
    if (/^\s*not ok/m.test(text.toString())) child.kill("SIGKILL");
  });
  const code = await ended;
  clearTimeout(timer);
  return code !== 0;
}

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    most: { type: "string", default: "1" },
  },
});
const files = globSync(`packages/engine/src/${FOLDERS}/**/*.ts`, { cwd: ROOT })
  .filter((file) => !/\.(?:test|suite|data)\.ts$/.test(file) && file.includes(values.only))
  .toSorted();
const all = files.flatMap(mutantsOf);
const order = shuffle(Int32Array.from(all.keys()), mulberry32(Number(values.seed)));
const sample = Array.from(order.subarray(0, Number(values.count)), (at) => all[at]).filter(
  (mutant) => mutant !== undefined,
);
if (await isNoticed()) throw new Error("The tests fail without any mutant: fix them first.");
const survivors: Mutant[] = [];
const waiting = sample.values();
const runNext = async (): Promise<void> => {
  for (const mutant of waiting) if (!(await isNoticed(mutant))) survivors.push(mutant);
};
await Promise.all(Array.from({ length: availableParallelism() }, runNext));
for (const { file, line, from, to } of survivors)
  process.stdout.write(`survived: ${file}:${line}\n  - ${from.trim()}\n  + ${to.trim()}\n`);
process.stdout.write(`mutants: ${sample.length} of ${all.length}, ${survivors.length} survived\n`);
if (survivors.length > sample.length * Number(values.most)) process.exitCode = 1;
