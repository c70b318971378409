import { SIMD_FUNCTIONS } from "./simd-functions.ts";
import { assemble } from "./wasm-module.ts";

/** The module as a source file of the engine. */
export function renderSimdKernels(): string {
  const base64 = Buffer.from(assemble(SIMD_FUNCTIONS)).toString("base64");
  const lines = base64.match(/.{1,100}/g) ?? [];
  return (
    "// Written by `npm run generate` from scripts/kernels/simd-functions.ts. Do not edit.\n" +
    "/** A WebAssembly module, base64. */\n" +
    `export const SIMD_KERNELS =\n${lines.map((line) => `  "${line}"`).join(" +\n")};\n`
  );
}
