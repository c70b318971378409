import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCE = "packages/engine/assembly/kernels.ts";
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

/**
 * The module as a source file of the engine.
 * @param committed the file as it is: it stays where its source stayed, unless `isCheck` compiles all the same
 */
export function renderSimdKernels(committed: string | undefined, isCheck: boolean): string {
  const digest = createHash("sha256")
    .update(readFileSync(join(root, SOURCE)))
    .digest("hex");
  if (!isCheck && committed?.includes(digest) === true) return committed;
  const module = execFileSync(process.execPath, [COMPILER, SOURCE, ...OPTIONS, "-o"], { cwd: root });
  const lines = module.toString("base64").match(/.{1,100}/g) ?? [];
  return (
    `// Written by \`npm run generate\` from ${SOURCE} (sha256 ${digest}). Do not edit.\n` +
    "/** A WebAssembly module, base64. */\n" +
    `export const SIMD_KERNELS =\n${lines.map((line) => `  "${line}"`).join(" +\n")};\n`
  );
}
