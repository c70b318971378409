// Runs node:test over the packages; arguments narrow it to paths that contain one of them, `--part quick` to what every change
// needs, `--part long` to the rest. `--slowest N` adds a table of the files that took most processor
// time, with the processes that they started; other flags go to node:test.
// A run of many files takes the modules of the packages from a bundle, a short one as they are, so that its traces name their lines.
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, constants, setPriority, tmpdir } from "node:os";
import { join, relative } from "node:path";

import { bundleSources } from "./bundle-sources.ts";
import { UNSTEADY_TESTS, LONG_TESTS, QUICK_TESTS, OWN_PROCESS_TESTS } from "./long-tests.data.ts";
import { tryAgain, type Outcome } from "./try-again.ts";

interface TestTime {
  readonly file: string;
  readonly elapsedMs: number;
  readonly processorMs: number;
}

const root = join(import.meta.dirname, "..");
/** From so many files on a bundle saves more time than it takes. */
const BUNDLED_FROM = 8;
const given = process.argv.slice(2);
const slowestAt = given.indexOf("--slowest");
const slowestCount = slowestAt < 0 ? 0 : Number(given.splice(slowestAt, 2)[1]);
const partAt = given.indexOf("--part");
const part = partAt < 0 ? "all" : (given.splice(partAt, 2)[1] ?? "");
if (!Number.isInteger(slowestCount) || !["all", "quick", "long"].includes(part)) {
  process.stderr.write(
    "usage: run-tests.ts [--part quick|long] [--slowest N] [--FLAG-OF-NODE-TEST ...] [PART-OF-A-PATH ...]\n",
  );
  process.exit(2);
}
const filters = given.filter((argument) => !argument.startsWith("--"));
const flags = given.filter((argument) => argument.startsWith("--"));
const isOneOf = (starts: readonly string[], file: string): boolean =>
  starts.some((start) => file.startsWith(start));
const isLong = (file: string): boolean => isOneOf(LONG_TESTS, file) && !QUICK_TESTS.includes(file);
const isUnsteady = (file: string): boolean => isLong(file) && isOneOf(UNSTEADY_TESTS, file);
const IS_PART: Readonly<Record<string, (file: string) => boolean>> = {
  all: () => true,
  quick: (file) => !isLong(file),
  long: isLong,
};
const files = globSync(
  [
    "packages/*/{src,test}/**/*.test.{ts,tsx}",
    "scripts/**/*.test.ts",
    "examples/**/*.test.ts",
    "proof/{load,bench,faults}/**/*.test.ts",
    // One level at a time: a pattern across all levels would walk the installed packages too.
    "proof/hosts/*.test.ts",
    "proof/hosts/!(node_modules)/**/*.test.ts",
  ],
  { cwd: root },
)
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .filter(IS_PART[part] ?? isLong)
  .sort();
if (files.length === 0) {
  process.stderr.write(`no test file matches ${filters.join(", ")}\n`);
  process.exit(2);
}

function renderSlowest(timesFile: string): string {
  const times = readFileSync(timesFile, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as TestTime)
    .sort((a, b) => b.processorMs - a.processorMs);
  const row = (file: string, processorMs: number, elapsedMs: number): string =>
    [processorMs, elapsedMs].map((ms) => (ms / 1000).toFixed(1).padStart(9)).join("") + `  ${file}\n`;
  const sum = (read: (time: TestTime) => number): number => times.reduce((all, time) => all + read(time), 0);
  return (
    `\nprocessor  elapsed  seconds of the ${Math.min(slowestCount, times.length)} slowest files\n` +
    times
      .slice(0, slowestCount)
      .map(({ file, processorMs, elapsedMs }) => row(relative(root, file), processorMs, elapsedMs))
      .join("") +
    row(
      `all ${times.length} files`,
      sum(({ processorMs }) => processorMs),
      sum(({ elapsedMs }) => elapsedMs),
    )
  );
}

/** The settings that make every process of the run import the bundle. */
async function bundleSettings(): Promise<Readonly<Record<string, string>>> {
  if (files.length < BUNDLED_FROM) return {};
  const preload = `--import=${import.meta.resolve("./bundled-modules.mjs")}`;
  const { NODE_OPTIONS: own = "" } = process.env;
  return { SIGNALBOX_BUNDLED_SOURCES: await bundleSources(), NODE_OPTIONS: `${own} ${preload}`.trim() };
}

const notesFolder = mkdtempSync(join(tmpdir(), "signalbox-test-notes-"));
const timesFolder = slowestCount === 0 ? undefined : mkdtempSync(join(tmpdir(), "signalbox-test-times-"));
const timesFile = timesFolder === undefined ? undefined : join(timesFolder, "times.jsonl");
if (timesFile !== undefined) writeFileSync(timesFile, "");
const env = {
  // Hundreds of processes load the same modules: stripped of their types and compiled once, not in each of them.
  NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"),
  ...process.env,
  ...(await bundleSettings()),
  ...(timesFile !== undefined && { SIGNALBOX_TEST_TIMES: timesFile }),
};

interface Group {
  /** Name of the file that its failures are noted in. */
  readonly name: string;
  readonly files: readonly string[];
  /** With the time that nobody else wants, and shown when it has ended. */
  readonly isBehind?: boolean;
  /** All of them in one process, which loads the modules and the model once. */
  readonly isShared?: boolean;
  readonly atOnce?: number;
}

async function runGroup(group: Group): Promise<Outcome> {
  const { name, isBehind = false, isShared = false, atOnce = availableParallelism() } = group;
  if (group.files.length === 0) return { code: 0, failed: [] };
  const notes = join(notesFolder, name);
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      ...(timesFile === undefined ? [] : ["--import", import.meta.resolve("./note-test-time.ts")]),
      "--test",
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      `--test-reporter=${import.meta.resolve("./failed-files.mjs")}`,
      `--test-reporter-destination=${notes}`,
      // One for each core: with more, journeys and torture runs wait for a processor for longer than people would.
      isShared ? "--test-isolation=none" : `--test-concurrency=${atOnce}`,
      ...flags,
      ...group.files,
    ],
    { cwd: root, stdio: ["inherit", isBehind ? "pipe" : "inherit", "inherit"], env },
  );
  if (isBehind && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on("error", reject).on("close", resolve);
  const said = child.stdout === null ? [] : await child.stdout.toArray();
  const code = await promise;
  process.stdout.write(Buffer.concat(said));
  const failed = existsSync(notes) ? readFileSync(notes, "utf8").split("\n") : [];
  return {
    code: code ?? 1,
    failed: failed.filter((file) => file !== "").map((file) => relative(root, file).replaceAll("\\", "/")),
  };
}

/** Tests of whole services wait for databases, browsers and processes: meanwhile those of single modules use the cores. */
const packageOfModule = (file: string): string | undefined =>
  /^packages[\\/]([^\\/]+)[\\/]src[\\/]/.exec(file)?.[1];
/** Long ones of modules train and start commands, and the times of files are taken a process each. */
const isSharing = (file: string): boolean => timesFile === undefined && !isLong(file);
const IS_WHOLE = /^packages\/(?:engine|gateway|server)\/test\//;
/** So many services are open together until the last test of their process has ended. */
const SERVICES_A_PROCESS = 8;

interface Line {
  readonly groups: readonly Group[];
  /** So many of them at a time. */
  readonly atOnce: number;
}

/** Services that are opened in one process load modules and model once; other tests have a process each beside them. */
function lineOfServices(services: readonly string[]): Line {
  const sharing = services.filter(
    (file) => isSharing(file) && IS_WHOLE.test(file) && !OWN_PROCESS_TESTS.includes(file),
  );
  const others = services.filter((file) => !sharing.includes(file));
  const cores = availableParallelism();
  if (sharing.length === 0) return { groups: [{ name: "services", files: others }], atOnce: 1 };
  const count = Math.ceil(sharing.length / SERVICES_A_PROCESS);
  const shared = Array.from({ length: count }, (_, at): Group => ({
    name: `services-${at}`,
    files: sharing.filter((_file, index) => index % count === at),
    isShared: true,
  }));
  return {
    groups: [{ name: "services", files: others, atOnce: Math.ceil(cores / 2) }, ...shared],
    atOnce: Math.floor(cores / 2) + 1,
  };
}

function linesOf(all: readonly string[]): readonly Line[] {
  if (all.length < BUNDLED_FROM) return [{ groups: [{ name: "all", files: all }], atOnce: 1 }];
  const modules = all.filter((file) => packageOfModule(file) !== undefined);
  const shared = Map.groupBy(modules.filter(isSharing), packageOfModule);
  const services = all.filter((file) => packageOfModule(file) === undefined);
  const alone = modules.filter((file) => !isSharing(file));
  return [
    lineOfServices(services),
    { groups: [{ name: "alone", files: alone, isBehind: true }], atOnce: 1 },
    {
      groups: Array.from(shared, ([name = "", own]) => ({
        name,
        files: own,
        isBehind: true,
        isShared: true,
      })),
      atOnce: availableParallelism(),
    },
  ];
}

async function runLine({ groups, atOnce }: Line): Promise<readonly Outcome[]> {
  const waiting = groups.values();
  const outcomes: Outcome[] = [];
  const runNext = async (): Promise<void> => {
    for (const group of waiting) outcomes.push(await runGroup(group));
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return outcomes;
}

/** Those that a busy machine decides have it to themselves, one at a time, after all others. */
async function runAll(): Promise<readonly Outcome[]> {
  const last = part === "long" ? files.filter(isUnsteady) : [];
  const first = files.filter((file) => !last.includes(file));
  const outcomes = await Promise.all(linesOf(first).map(runLine));
  return [...outcomes.flat(), await runGroup({ name: "unsteady", files: last, atOnce: 1 })];
}

const outcomes = await runAll();
if (timesFile !== undefined) process.stdout.write(renderSlowest(timesFile));
const { code, report } = await tryAgain(outcomes, {
  isAllowed: (file) => part !== "all" && isLong(file),
  run: (again) => runGroup({ name: "again", files: again, atOnce: 1 }),
});
process.stdout.write(report);
rmSync(notesFolder, { recursive: true });
if (timesFolder !== undefined) rmSync(timesFolder, { recursive: true });
process.exit(code);
