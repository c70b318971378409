// Fails when a package imports what the architecture does not allow, when folders import each other in a circle, or when a room
// of `proof/` imports one that stands before it: reads the real import statements.
import { globSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";

import { findFolderCycles, type FileImports } from "./find-folder-cycles.ts";

/** Imports allowed to each package. Keys are workspace names; values are package names or `node:*`. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  contracts: ["typebox"],
  charts: [],
  engine: ["@signalbox/contracts"],
  catalog: ["@signalbox/contracts", "@pydantic/genai-prices", "node:*"],
  storage: ["@signalbox/contracts", "kysely", "pg", "node:*"],
  server: ["*", "!@signalbox/cli", "!@signalbox/lab", "!@signalbox/sdk"],
  sdk: ["@signalbox/contracts:type"],
  gateway: ["@signalbox/catalog", "@signalbox/contracts", "@signalbox/engine", "typebox", "node:*"],
  lab: [
    "@signalbox/cli",
    "@signalbox/engine",
    "@signalbox/catalog",
    "@signalbox/charts",
    "@signalbox/contracts",
    "csv-parse",
    "gpt-tokenizer",
    "typebox",
    "node:*",
  ],
  cli: ["*", "!@signalbox/web", "!@signalbox/lab"],
  web: ["@signalbox/charts", "@signalbox/sdk", "preact", "@tanstack/preact-query", "wouter-preact"],
};
/** Imports allowed to a folder beyond those of its package: the adapters of the client library, each its one peer. */
const FOLDER_EXTRA: readonly (readonly [folder: string, packages: readonly string[]])[] = [
  ["packages/sdk/src/ai-sdk/", ["@ai-sdk/provider:type"]],
  ["packages/sdk/src/langchain/", ["@langchain/core"]],
  ["packages/sdk/src/openai/", ["openai:type"]],
  ["packages/sdk/test/", ["ai", "@ai-sdk/openai-compatible", "@langchain/core", "openai", "zod"]],
];
const TEST_EXTRA = new Set([
  "node:*",
  "fast-check",
  "playwright-core",
  "axe-core",
  "vite",
  "gpt-tokenizer",
  "preact-render-to-string",
]);
const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;

/** Rooms outside the packages, each with the rooms whose files it may import beside those of packages and its own. */
const ROOMS: readonly (readonly [room: string, imports: readonly string[]])[] = [
  ["proof/load", ["scripts"]],
  ["proof/bench", ["proof/load", "scripts"]],
  ["proof/faults", ["proof/bench", "proof/load", "scripts"]],
  ["proof/hosts", ["proof/faults", "proof/bench", "proof/load", "scripts"]],
  ["scripts", []],
];

interface Import {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

function importsOf(source: string): Import[] {
  return Array.from(source.matchAll(IMPORT), (match) => ({
    specifier: match[2] ?? match[3] ?? "",
    isTypeOnly: match[1] !== undefined,
  }));
}

function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return "node:*";
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}

/** Forward slashes, so that folders read alike on every platform. */
function rulesFor(file: string, owner: string): readonly string[] {
  const path = file.replaceAll(sep, "/");
  const extra = FOLDER_EXTRA.find(([folder]) => path.startsWith(folder))?.[1] ?? [];
  return [...(ALLOWED[owner] ?? []), ...extra];
}

function isAllowed(rules: readonly string[], target: Import, isTest: boolean): boolean {
  if (target.specifier.startsWith(".")) return !target.specifier.includes("/packages/");
  const name = packageOf(target.specifier);
  if (isTest && TEST_EXTRA.has(name)) return true;
  if (rules.includes(`!${name}`)) return false;
  return rules.includes(name) || rules.includes("*") || (target.isTypeOnly && rules.includes(`${name}:type`));
}

/** Tests of `web` and `sdk` may drive a real server; nothing that ships may. */
function isTestFile(file: string): boolean {
  return /\.(test|suite)\.tsx?$/.test(file) || file.includes(`${sep}test${sep}`);
}

const faults: string[] = [];
const shipped: FileImports[] = [];
const root = join(import.meta.dirname, "..");
for (const file of globSync("packages/*/{src,test}/**/*.{ts,tsx}", { cwd: root })) {
  const owner = file.split(sep)[1] ?? "";
  const isTest = isTestFile(file);
  const rules = rulesFor(file, owner);
  const imports = importsOf(readFileSync(join(root, file), "utf8"));
  if (!isTest && !file.includes(`${sep}conformance${sep}`)) {
    const relative = imports.map(({ specifier }) => specifier).filter((target) => target.startsWith("."));
    shipped.push({ file: file.replaceAll(sep, "/"), relative });
  }
  for (const target of imports) {
    const isEndToEnd =
      isTest && file.includes(`${sep}test${sep}`) && target.specifier.startsWith("@signalbox/");
    if (!isEndToEnd && !isAllowed(rules, target, isTest))
      faults.push(`${file}: ${owner} must not import "${target.specifier}"`);
  }
}
for (const [room, allowed] of ROOMS)
  for (const file of globSync(`${room}/**/*.{ts,mjs}`, { cwd: root, exclude: ["**/node_modules/**"] })) {
    const path = file.replaceAll(sep, "/");
    const relative = importsOf(readFileSync(join(root, file), "utf8"))
      .map(({ specifier }) => specifier)
      .filter((target) => target.startsWith(".") && !target.includes("/node_modules/"));
    if (!isTestFile(file)) shipped.push({ file: path, relative });
    for (const specifier of relative) {
      const target = posix.join(posix.dirname(path), specifier);
      if (![room, ...allowed, "packages"].some((start) => target.startsWith(`${start}/`)))
        faults.push(`${path}: ${room} must not import "${specifier}"`);
    }
  }
for (const circle of findFolderCycles(shipped))
  faults.push(`folders import each other in a circle: ${circle.join(" -> ")}`);
if (faults.length > 0) {
  process.stderr.write(`boundaries: ${faults.length} forbidden import(s)\n  ${faults.join("\n  ")}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write("boundaries: every import is allowed, no folders in a circle\n");
}
