// The runtimes that come from the registry. They are built for Linux on x64 only; elsewhere their tests say why they are skipped.
import { existsSync } from "node:fs";
import { join } from "node:path";

const MODULES = join(import.meta.dirname, "../node_modules");

const FILES = {
  "Node 20": "node-20-linux-x64/bin/node",
  Deno: "@deno/linux-x64-glibc/deno",
  Bun: "@oven/bun-linux-x64/bin/bun",
  workerd: "@cloudflare/workerd-linux-64/bin/workerd",
} as const;

export type RuntimeName = keyof typeof FILES;

export const pathOf = (name: RuntimeName): string => join(MODULES, FILES[name]);

/** The reason to skip the tests of this runtime, or false. On Linux x64 it must be there, so that nothing is skipped unseen. */
export function reasonToSkip(name: RuntimeName): string | false {
  const isExpected = process.platform === "linux" && process.arch === "x64";
  if (isExpected || existsSync(pathOf(name))) return false;
  return `no ${name}: its binary is a dependency on Linux x64 only`;
}
