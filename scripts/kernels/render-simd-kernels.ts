import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = "packages/engine/assembly";
const root = join(import.meta.dirname, "../..");
const COMPILER = join(root, "node_modules/assemblyscript/bin/asc.js");
const OPTIONS = [
  "-O3",
  "--noAssert",
  "--runtime=stub",
  "--importMemory",
  "--noExportMemory",
  "--enable=simd",
];

function digestOfSources(folder: string): string {
  const texts = readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8"));
  return createHash("sha256").update(texts.join("\0")).digest("hex");
}

/**
 * The module as a source file of the engine.
 * @param committed the file as it is: it stays where its sources stayed, unless `isCheck` compiles all the same
 */
export function renderSimdKernels(committed: string | undefined, isCheck: boolean): string {
  const cwd = join(root, SOURCES);
  const digest = digestOfSources(cwd);
  if (!isCheck && committed?.includes(digest) === true) return committed;
  const module = execFileSync(process.execPath, [COMPILER, "index.ts", ...OPTIONS, "-o"], { cwd });
  const lines = module.toString("base64").match(/.{1,100}/g) ?? [];
  return (
    `// Written by \`npm run generate\` from ${SOURCES} (sha256 ${digest}). Do not edit.\n` +
    "/** A WebAssembly module, base64. */\n" +
    `export const SIMD_KERNELS =\n${lines.map((line) => `  "${line}"`).join(" +\n")};\n`
  );
}
