// Fails when a regular expression of the code that reads requests can take more than linear time: every pattern of the engine,
// the contracts, the server and the catalogue, written out or built when it is needed, meets the texts that suit it worst.
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

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
    const { readEveryLanguage } = await import("./every-language.ts");
    readEveryLanguage();
  } finally {
    globalThis.RegExp = Original;
  }
  return [...built.values()];
}

const all = [...writtenPatterns(), ...(await builtPatterns())];
const unique = new Map(all.map((placed) => [`${placed.pattern.source}/${placed.pattern.flags}`, placed]));
let faults = 0;
const report = (place: string, pattern: FoundPattern, fault: string): void => {
  faults += 1;
  process.stderr.write(`${relative(root, join(root, place))}: /${pattern.source.slice(0, 100)}/ ${fault}\n`);
};
for (const { place, pattern } of unique.values()) {
  if (countWideGaps(pattern) > 1 && !isReviewed(pattern)) report(place, pattern, "has two wide gaps");
  const slow = findSlowText(pattern);
  if (slow === undefined) continue;
  const times = `${slow.shortMs.toFixed(1)} ms, and ${slow.longMs.toFixed(1)} ms on twice the text`;
  report(place, pattern, `takes ${times}, which begins ${JSON.stringify(slow.start)}`);
}
process.stdout.write(`patterns: ${unique.size} looked at, ${faults} slower than linear\n`);
if (faults > 0) process.exit(1);
