// The command of a checkout, from a bundle of the sources: it starts in half the time of two thousand modules and keeps the
// compiler of TypeScript out of the memory of services. Commands that run for long make the bundle again when a source has
// changed; others then run the sources. Plain JavaScript, so that this file needs no compiler either.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cache = join(root, "node_modules/.cache/signalbox-service");
/** Bundles of other states of the sources, which a service that runs may still be loading from. */
const KEPT = 3;
/** The dashboard is built by itself, and nothing of the laboratory is served. */
const NOT_BUNDLED = new Set(["lab", "web"]);
const BUNDLER = ["scripts/bundle-checkout.ts", "scripts/packaging/service/bundle-service.ts"];
const LONG_COMMANDS = new Set(["serve", "gateway", "run"]);

/** @param {string} folder @param {import("node:crypto").Hash} hash */
function note(folder, hash) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) note(path, hash);
    else if (!entry.name.includes(".test.")) noteFile(path, hash);
  }
}

/** @param {string} path @param {import("node:crypto").Hash} hash */
function noteFile(path, hash) {
  const { mtimeMs, size } = statSync(path);
  hash.update(`${path}\0${mtimeMs}\0${size}\0`);
}

/** Digest of the sources as they are now, by their times and sizes: reading them all would take as long as linking them. */
function stateOfSources() {
  const hash = createHash("sha256");
  const packages = join(root, "packages");
  for (const name of readdirSync(packages).toSorted())
    if (!NOT_BUNDLED.has(name) && existsSync(join(packages, name, "src")))
      note(join(packages, name, "src"), hash);
  for (const file of ["package-lock.json", ...BUNDLER]) noteFile(join(root, file), hash);
  return hash.digest("hex").slice(0, 16);
}

function removeOld() {
  const byAge = readdirSync(cache)
    .map((name) => join(cache, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of byAge.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
}

/** @param {string} folder */
function build(folder) {
  const unfinished = `${folder}.${process.pid}`;
  const flags = ["--disable-warning=ExperimentalWarning"];
  const bundler = spawnSync(
    process.execPath,
    [...flags, join(root, "scripts/bundle-checkout.ts"), unfinished],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  if (bundler.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    return false;
  }
  // Another start that began when this one did may have been quicker, with the same bundle.
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
  removeOld();
  return true;
}

/** The command to run: of the bundle, or of the sources where there is none. */
function findCommand() {
  const folder = join(cache, stateOfSources());
  const sources = join(root, "packages/cli/src/main.ts");
  if (existsSync(folder)) return join(folder, "main.js");
  if (!LONG_COMMANDS.has(process.argv[2] ?? "")) return sources;
  process.stderr.write("signalbox: preparing the sources (again only when they change) ...\n");
  if (build(folder)) return join(folder, "main.js");
  process.stderr.write(
    `signalbox: they could not be bundled into ${cache}, so the service starts from the sources themselves, which takes longer.\n`,
  );
  return sources;
}

const command = findCommand();
// Processes of `--workers` and the command that the service names to others start with this path.
process.argv[1] = command;
await import(pathToFileURL(command).href);
