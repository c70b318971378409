// Everything that can be set is documented, and what the documents say to type exists.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { COMMANDS } from "../packages/cli/src/commands/index.ts";
import { listSettings } from "../packages/contracts/src/index.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const find = (...patterns: readonly string[]): readonly string[] =>
  globSync([...patterns], { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] });

const PAGES = find("*.md", "{docs,examples,proof,atlas}/**/*.md", "packages/**/README.md").filter(
  (page) => page !== "CHANGELOG.md",
);
const documents = PAGES.map(read).join("\n");
const { scripts } = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const namesIn = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name));

test("every environment variable that the service, its command or the start reads is in a document", () => {
  const sources = find("packages/*/src/**/*.{ts,tsx}", "packages/cli/npm/*.mjs", "scripts/*.mjs");
  const shipped = sources.filter((file) => !/\.test\.tsx?$/.test(file)).map(read);
  const names = namesIn(shipped.join("\n"), /\b(SIGNALBOX_[A-Z]+(?:_[A-Z]+)*)\b/g);
  assert.ok(names.size > 40, `${names.size} names`);
  const undocumented = [...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(documents));
  assert.deepEqual(undocumented, []);
});

test("every setting that a document names exists, except where operators must remove it", () => {
  const known = new Set(listSettings().map(({ path }) => path));
  const groups = [...new Set(Array.from(known, (path) => path.split(".", 1)[0]))].join("|");
  const current = PAGES.filter((page) => page !== "docs/upgrading.md").map(read);
  const named = namesIn(current.join("\n"), new RegExp(`\`((?:${groups})\\.[a-z]+[A-Z]\\w*)\``, "g"));
  assert.ok(named.size > 30, `${named.size} names`);
  assert.deepEqual(
    [...named].filter((name) => !known.has(name)),
    [],
  );
});

test("every npm script that a document names exists", () => {
  const named = namesIn(documents, /\bnpm run ([a-z][a-z:-]*)/g);
  assert.ok(named.size > 10, `${named.size} names`);
  assert.deepEqual(
    [...named].filter((name) => scripts[name] === undefined),
    [],
  );
});

test("every documented command runs on each Node from 20, which cannot run TypeScript itself", () => {
  const typed = PAGES.filter((page) => /\bnode (?:--[a-z-]+ )*[\w/.-]+\.ts\b/.test(read(page)));
  assert.deepEqual(typed, [], "name an npm script, or write `npm run ts -- FILE.ts`");
});

test("every command that a document names exists, and every command is in a document", () => {
  const named = namesIn(documents, /^(?:\$ )?(?:npx )?(?:npm run )?signalbox (?:-- )?([a-z][a-z-]*)/gm);
  const known = new Set(["help", ...COMMANDS.map(({ name }) => name.split(" ")[0] ?? "")]);
  assert.ok(named.size > 5, `${named.size} names`);
  assert.deepEqual(
    [...named].filter((name) => !known.has(name)),
    [],
  );
  const unnamed = [...known].filter((name) => !new RegExp(`signalbox (?:-- )?${name}\\b`).test(documents));
  assert.deepEqual(unnamed, []);
});
