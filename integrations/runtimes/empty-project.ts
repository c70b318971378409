// An empty project into which the packed client was installed without a network, and the program compiled against it.
import assert from "node:assert/strict";
import { execFile, type ExecFileOptionsWithStringEncoding } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packPackages, type PublishedPackage } from "../../scripts/packaging/pack-packages.ts";

const COMPILER = join(import.meta.dirname, "../node_modules/typescript/lib/tsc.js");

export interface EmptyProject {
  readonly path: string;
  readonly tarballs: Readonly<Record<PublishedPackage, string>>;
  remove(): void;
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Never rejects: what went wrong is in the code and the text. */
export function execute(
  command: string,
  args: readonly string[],
  options: Omit<ExecFileOptionsWithStringEncoding, "encoding"> = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(command, args, { ...options, encoding: "utf8" }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** The program is at `program.js`; `main.mjs` runs it with the surroundings of an environment variable. */
export async function makeEmptyProject(): Promise<EmptyProject> {
  const path = mkdtempSync(join(tmpdir(), "signalbox-empty-"));
  const tarballs = await packPackages(join(path, "tarballs"));
  writeFileSync(join(path, "package.json"), JSON.stringify({ name: "empty", type: "module", private: true }));
  const flags = ["--offline", "--no-audit", "--no-fund", `--cache=${join(path, ".npm")}`];
  const installed = await execute("npm", ["install", ...flags, tarballs.sdk], {
    cwd: path,
    shell: process.platform === "win32",
  });
  assert.equal(installed.code, 0, installed.stderr);
  copyFileSync(join(import.meta.dirname, "program.ts"), join(path, "program.ts"));
  writeFileSync(
    join(path, "main.mjs"),
    [
      `import { run } from "./program.js";`,
      `const surroundings = JSON.parse(process.env["SURROUNDINGS"]);`,
      `console.log(JSON.stringify(await run(surroundings)));`,
    ].join("\n"),
  );
  const compiled = await compile(path, { moduleResolution: "nodenext", module: "nodenext" });
  assert.equal(compiled.code, 0, compiled.stdout);
  return {
    path,
    tarballs,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Strict, with the declarations of the package checked too. */
export function compile(path: string, options: Readonly<Record<string, string>>): Promise<Finished> {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.asynciterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    ...options,
  };
  const folder = join(path, `config-${options["moduleResolution"] ?? ""}`);
  mkdirSync(folder, { recursive: true });
  const config = {
    compilerOptions: { ...compilerOptions, rootDir: "..", outDir: ".." },
    files: ["../program.ts"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return execute(process.execPath, [COMPILER, "-p", folder], { cwd: path });
}
