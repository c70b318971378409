// The folder in which the blocks of one page run: an ECMAScript project that sees the packages of the repository.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { ROOT, type Page, type Snippet } from "./read-snippets.ts";

const EXTENSIONS: Readonly<Record<string, string>> = {
  ts: "ts",
  js: "js",
  sh: "sh",
  bash: "sh",
  python: "py",
};

export const isExecutable = ({ language }: Snippet): boolean => language in EXTENSIONS;

/** "snippet-12.ts" for the block at line 12. */
export const fileOf = ({ language, line }: Snippet): string =>
  `snippet-${line}.${EXTENSIONS[language] ?? "txt"}`;

const TYPES = {
  compilerOptions: {
    target: "ES2024",
    lib: ["ES2024", "ESNext.Iterator", "ESNext.Collection"],
    module: "nodenext",
    moduleDetection: "force",
    types: ["node"],
    strict: true,
    noUncheckedIndexedAccess: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** A folder for many pages: their packages, one type-check for all, and the `signalbox` command. */
export function makeWorkshop(folder: string): void {
  link(join(ROOT, "node_modules"), join(folder, "node_modules"));
  write(join(folder, "tsconfig.json"), JSON.stringify(TYPES));
  const main = join(ROOT, "packages/cli/src/main.ts");
  const command = `exec "${process.execPath}" --disable-warning=ExperimentalWarning "${main}" "$@"`;
  write(join(folder, "bin/signalbox"), `#!/bin/sh\n${command}\n`);
  chmodSync(join(folder, "bin/signalbox"), 0o755);
}

/** Makes the files of the folder ECMAScript modules. */
export function writeProject(folder: string): void {
  write(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
}

/** Writes the executed blocks of the page, and those that are files. */
export function makePageFolder(folder: string, page: Page): void {
  writeProject(folder);
  for (const [name, path] of page.packages) link(join(ROOT, path), join(folder, "node_modules", name));
  for (const snippet of page.snippets) {
    if (snippet.use.kind === "file") write(join(folder, snippet.use.value), snippet.code);
    if (snippet.use.kind === "run") write(join(folder, fileOf(snippet)), snippet.code);
  }
}
