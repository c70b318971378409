// An empty project into which the packed client was installed without a network, and the program compiled against it.
import assert from "node:assert/strict";
import { execFile, type ExecFileOptionsWithStringEncoding } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packPackages, type PublishedPackage } from "../../../scripts/packaging/pack-packages.ts";

const ROOT = join(import.meta.dirname, "../../..");
const COMPILER = join(import.meta.dirname, "compile-project.ts");

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

/** The client alone: `program.js` is compiled, `main.mjs` runs it with the surroundings of an environment variable. */
export async function makeEmptyProject(): Promise<EmptyProject> {
  const path = mkdtempSync(join(tmpdir(), "signalbox-empty-"));
  const tarballs = await packPackages(join(path, "tarballs"));
  await install(path, [tarballs.sdk]);
  await addProgram(path, "program", `run(JSON.parse(process.env["SURROUNDINGS"]))`);
  return {
    path,
    tarballs,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** All packages, with what they depend on packed as it lies here, so that no network is needed. Gives the folder. */
export async function makeInProcessProject({ path: parent, tarballs }: EmptyProject): Promise<string> {
  const path = join(parent, "in-process");
  mkdirSync(path);
  const dependencies = ["typebox", "@pydantic/genai-prices"].map((name) => join(ROOT, "node_modules", name));
  const packing = ["pack", "--ignore-scripts", "--silent", "--pack-destination", path, ...dependencies];
  assert.equal((await npm(packing, path)).code, 0);
  const packed = globSync("*.tgz", { cwd: path }).map((file) => join(path, file));
  await install(path, [...Object.values(tarballs), ...packed]);
  await addProgram(path, "in-process-program", "run()");
  return path;
}

const npm = (args: readonly string[], cwd: string): Promise<Finished> =>
  execute("npm", args, { cwd, shell: process.platform === "win32" });

async function install(path: string, tarballs: readonly string[]): Promise<void> {
  writeFileSync(join(path, "package.json"), JSON.stringify({ name: "empty", type: "module", private: true }));
  const flags = ["--offline", "--no-audit", "--no-fund", `--cache=${join(path, ".npm")}`];
  const { code, stderr } = await npm(["install", ...flags, ...tarballs], path);
  assert.equal(code, 0, stderr);
}

async function addProgram(path: string, name: string, call: string): Promise<void> {
  copyFileSync(join(import.meta.dirname, `${name}.ts`), join(path, `${name}.ts`));
  const main = `import { run } from "./${name}.js";\nconsole.log(JSON.stringify(await ${call}));\n`;
  writeFileSync(join(path, "main.mjs"), main);
  const { code, stdout } = await compile(path, name, { module: "nodenext", moduleResolution: "nodenext" });
  assert.equal(code, 0, stdout);
}

/** Strict, with the declarations of our packages checked too. */
export function compile(
  path: string,
  program: string,
  options: Readonly<Record<string, string>>,
): Promise<Finished> {
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
    files: [`../${program}.ts`],
  };
  const configFile = join(folder, "tsconfig.json");
  writeFileSync(configFile, JSON.stringify(config));
  return execute(process.execPath, ["--disable-warning=ExperimentalWarning", COMPILER, configFile], {
    cwd: path,
  });
}
