// TypeScript to what is published: ES modules with their declarations, without tests.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** `outDir/<package>/src/*.js` and `*.d.ts`. @throws Error with the compiler's own words */
export function compilePackages(outDir: string): void {
  const project = join(import.meta.dirname, "tsconfig.json");
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const outcome = spawnSync(process.execPath, [compiler, "-p", project, "--outDir", outDir], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (outcome.status !== 0)
    throw new Error(`The packages do not compile:\n${outcome.stdout}${outcome.stderr}`);
}

/** Declarations keep the extension of the sources; what is published has no sources. */
export const toPublishedSpecifiers = (declaration: string): string =>
  declaration.replaceAll(/((?:from|import)\s*\(?\s*")(\.{1,2}\/[^"]+)\.ts"/g, '$1$2.js"');
