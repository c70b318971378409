// Lines of test per line of source, package by package; fails where a package has fewer than four to ten.
// Tests are `*.test.ts(x)`, suites, and everything under `test/` and `conformance/`. Data and generated files count as neither.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Least lines of test per line of source. */
const RATIO_MIN = 0.4;

const IS_TEST = /\.(?:test|suite)\.tsx?$|\/test\/|\/conformance\//;
const IS_DATA = /\.data\.tsx?$|generated/;

interface TestCount {
  readonly name: string;
  readonly sourceLines: number;
  readonly testLines: number;
}

interface CountedFile {
  /** From the root: `packages/engine/src/rank/rank.ts`. */
  readonly path: string;
  readonly lines: number;
}

export function countTests(files: readonly CountedFile[]): readonly TestCount[] {
  const byPackage = Map.groupBy(files, ({ path }) => path.split("/")[1] ?? "");
  const sum = (list: readonly CountedFile[]): number => list.reduce((total, { lines }) => total + lines, 0);
  return Array.from(byPackage, ([name, all]) => ({
    name,
    testLines: sum(all.filter(({ path }) => IS_TEST.test(path))),
    sourceLines: sum(all.filter(({ path }) => !IS_TEST.test(path) && !IS_DATA.test(path))),
  })).toSorted((a, b) => a.name.localeCompare(b.name));
}

export const ratioOf = ({ testLines, sourceLines }: TestCount): number =>
  testLines / Math.max(1, sourceLines);

function main(): void {
  const root = join(import.meta.dirname, "..");
  const paths = globSync("packages/*/{src,test}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  const counts = countTests(
    paths.map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").split("\n").length })),
  );
  for (const count of counts)
    process.stdout.write(
      `${count.name.padEnd(10)} ${String(count.testLines).padStart(6)} / ${String(count.sourceLines).padStart(6)} = ${ratioOf(count).toFixed(2)}\n`,
    );
  const thin = counts.filter((count) => ratioOf(count) < RATIO_MIN);
  if (thin.length === 0) return;
  process.stderr.write(`below ${RATIO_MIN}: ${thin.map(({ name }) => name).join(", ")}\n`);
  process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
