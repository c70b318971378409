// Fails when a regular expression of the code that reads requests can take more than linear time: every pattern of the engine,
// the contracts, the server and the catalogue, written out or built when it is needed, meets the texts that suit it worst.
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { countWideGaps, findSlowText, findPatterns, type FoundPattern } from "./find-patterns.ts";

/** Patterns with two wide gaps or what looks like them, and why they are linear all the same. */
const REVIEWED: readonly (readonly [start: string, reason: string])[] = [
  ["^application\\/", "anchored, and each gap ends at a character of its own"],
  ["^#{1,6}[ \\t]*", "anchored, on lines of 530 characters; each alternative has one gap"],
];
const isReviewed = ({ source }: FoundPattern): boolean =>
  REVIEWED.some(([start]) => source.startsWith(start));

const root = join(import.meta.dirname, "..");
const PACKAGES = ["engine", "contracts", "server", "catalog", "storage"];

interface Placed {
  readonly place: string;
  readonly pattern: FoundPattern;
}

function writtenPatterns(): Placed[] {
  const files = globSync(
    PACKAGES.map((name) => `packages/${name}/src/**/*.ts`),
    { cwd: root },
  );
  return files
    .filter((file) => !/\.(?:test|suite)\.ts$|^packages\/catalog\/src\/build\//.test(file))
    .flatMap((file) =>
      findPatterns(readFileSync(join(root, file), "utf8")).map((pattern) => ({
        place: `${file}:${pattern.line}`,
        pattern,
      })),
    );
}

/** Patterns put together at run time: noted while the engine reads texts in every language that it knows. */
async function builtPatterns(): Promise<Placed[]> {
  const built = new Map<string, Placed>();
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [source, flags]: [string | RegExp, string | undefined]) => {
      const made = new target(source, flags);
      built.set(`${made.source}/${made.flags}`, {
        place: "built by the engine",
        pattern: { source: made.source, flags: made.flags, line: 0 },
      });
      return made;
    },
  });
  try {
    await import("@signalbox/engine/internals");
  } finally {
    globalThis.RegExp = Original;
  }
  return [...built.values()];
}

const faultOf = (pattern: FoundPattern): string | undefined => {
  if (countWideGaps(pattern) > 1 && !isReviewed(pattern)) return "has two wide gaps";
  const slow = findSlowText(pattern);
  if (slow === undefined) return undefined;
  const times = `${slow.shortMs.toFixed(1)} ms, and ${slow.longMs.toFixed(1)} ms on twice the text`;
  return `takes ${times}, which begins ${JSON.stringify(slow.start)}`;
};

/** A thread's share of the patterns. @returns a line for each fault */
async function faultsOf(share: readonly Placed[]): Promise<readonly string[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: share });
  const [faults] = (await once(worker, "message")) as [readonly string[]];
  return faults;
}

function lookThrough(share: readonly Placed[]): readonly string[] {
  return share.flatMap(({ place, pattern }) => {
    const fault = faultOf(pattern);
    return fault === undefined ? [] : [`${place}: /${pattern.source.slice(0, 100)}/ ${fault}`];
  });
}

async function main(): Promise<void> {
  const all = [...writtenPatterns(), ...(await builtPatterns())];
  const unique = [
    ...new Map(all.map((placed) => [`${placed.pattern.source}/${placed.pattern.flags}`, placed])).values(),
  ];
  const shares = Array.from({ length: availableParallelism() }, (_, at, count = availableParallelism()) =>
    unique.filter((_placed, index) => index % count === at),
  );
  const faults = (await Promise.all(shares.map(faultsOf))).flat();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`patterns: ${unique.length} looked at, ${faults.length} slower than linear\n`);
  if (faults.length > 0) process.exitCode = 1;
}

if (isMainThread) await main();
else parentPort?.postMessage(lookThrough(workerData as readonly Placed[]), []);
