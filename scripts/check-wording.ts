// Fails when a text holds a word that we do not use or a mark of a merge, when a line of prose is too long or the sentences of
// a page are, or when a comment begins with "Of", "What" or "Where": in the documentation, the comments, the messages and the
// dashboard. The words are in `wording/avoided-words.data.ts`. Fails too when an example names a model whose end is announced.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { createCatalog } from "../packages/catalog/src/index.ts";
import { codeOfPage, findEndingModels } from "./wording/find-ending-models.ts";
import {
  findAvoidedWords,
  findLongProse,
  findMergeMarks,
  findSubjectless,
  type WordingFault,
} from "./wording/find-wording.ts";

const root = join(import.meta.dirname, "..");
const SOURCES = [
  "packages/*/{src,test}/**/*.{ts,tsx}",
  "packages/*/*.ts",
  "{examples,proof,scripts}/**/*.{ts,mjs}",
];
const PAGES = ["*.md", "{docs,examples,proof,atlas}/**/*.md", "packages/*/README.md"];
/** Generated from sources that are looked at themselves, and what holds words as data. */
const SKIPPED = /node_modules|\/dist\/|^docs\/api\/|\.data\.ts$|\.generated\.|find-wording\.test\.ts$/;
/** Files without examples: records of old outcomes, facts with their days, tests. */
const WITHOUT_EXAMPLES =
  /\.test\.tsx?$|\/test\/|^proof\/|^scripts\/|^CHANGELOG|^atlas\/|^packages\/(?:lab|catalog\/src\/build)\/|^docs\/(?:adr|research|contributing)\/|^docs\/(?:benchmark|data\.md)/;
const catalog = createCatalog();

const filesOf = (patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: root, exclude: ["**/node_modules/**"] }).filter(
    (file) => !SKIPPED.test(file),
  );

let count = 0;
const report = (file: string, faults: readonly WordingFault[]): void => {
  count += faults.length;
  for (const { line, fault } of faults) process.stderr.write(`${file}:${line} ${fault}\n`);
};

const sources = filesOf(SOURCES);
const pages = filesOf(PAGES);
for (const file of [...sources, ...pages]) {
  const text = readFileSync(join(root, file), "utf8");
  report(file, findAvoidedWords(text));
  report(file, findMergeMarks(text));
  if (!WITHOUT_EXAMPLES.test(file))
    report(file, findEndingModels(file.endsWith(".md") ? codeOfPage(text) : text, catalog));
  report(file, file.endsWith(".md") ? findLongProse(text) : findSubjectless(text));
}
process.stdout.write(
  `wording: ${sources.length} sources and ${pages.length} pages looked at, ${count} faults\n`,
);
if (count > 0) process.exit(1);
