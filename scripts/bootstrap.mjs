// Runs a TypeScript entry on the pinned Node, installing the dependencies first when they are missing or stale.
// Usage: node scripts/bootstrap.mjs [--NODE-FLAG ...] ENTRY.ts [ARG ...]. Plain JavaScript with no imports beyond node:*,
// because it must run on whatever Node (from 20) the machine has.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { runNode } from "./run-node.mjs";

const isWindows = process.platform === "win32";

/** @param {string} root */
export function pinnedNodeOf(root) {
  return join(root, "node_modules", "node", "bin", isWindows ? "node.exe" : "node");
}

/** @param {string} file @returns {Readonly<Record<string, { version?: string, integrity?: string, optional?: boolean, dev?: boolean }>>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** The entry that serves: the others also need the packages that only tests, checks and proofs use, twice as many megabytes. */
const SERVING = "scripts/start.mjs";

/**
 * "current": as the lockfile says, by this file or by npm. "other": complete, of another lockfile. "none": nothing that can run.
 * @param {string} root @param {boolean} isServing
 */
export function installationState(root, isServing = false) {
  // npm writes its own lockfile last: without it the folder is what an interrupted installation left.
  const noteOfNpm = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(noteOfNpm) || !existsSync(pinnedNodeOf(root))) return "none";
  const installed = packagesOf(noteOfNpm);
  const isInstalled = Object.entries(packagesOf(join(root, "package-lock.json"))).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/") || (isServing && wanted.dev === true)) return true;
    const found = installed[path];
    // npm leaves out optional packages for other systems.
    if (found === undefined) return wanted.optional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
  return isInstalled ? "current" : "other";
}

/** @param {string} root */
function hasTestPackages(root) {
  const noteOfNpm = join(root, "node_modules", ".package-lock.json");
  return existsSync(noteOfNpm) && Object.values(packagesOf(noteOfNpm)).some(({ dev }) => dev === true);
}

/** Node's package brings 67 MB of headers, for modules that are compiled from C: there are none. @param {string} root */
function removeHeaders(root) {
  const packages = join(root, "node_modules", "node", "node_modules");
  const names = existsSync(packages) ? readdirSync(packages) : [];
  for (const name of names.filter((entry) => entry.startsWith("node-")))
    rmSync(join(packages, name, "include"), { recursive: true, force: true });
}

/**
 * Says whether node_modules now holds what the lockfile says. `npm install` puts the earlier packages back where it fails;
 * `npm ci` would delete them first. For serving, packages that only tests use are left out unless they are there.
 * @param {string} root @param {boolean} isServing
 */
export function install(root, isServing = false) {
  const omitted = isServing && !hasTestPackages(root) ? ["--omit=dev"] : [];
  const flags = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error", ...omitted];
  const { status } = spawnSync("npm", ["install", ...flags], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: isWindows,
  });
  if (status !== 0 || !existsSync(pinnedNodeOf(root))) return false;
  removeHeaders(root);
  return true;
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`signalbox: ${text}\n`);
}

/** @param {string} root @param {boolean} isServing */
function ensureInstalled(root, isServing) {
  const before = installationState(root, isServing);
  if (before === "current") return;
  say("installing dependencies (once; about a minute) ...");
  if (install(root, isServing)) return;
  say("`npm install` failed. Check that the npm registry can be reached, then run the command again.");
  if (before === "none") process.exit(1);
  say("Until then the dependencies of the earlier version of the lockfile stay in use.");
}

/** @param {readonly string[]} given flags of Node, the entry by its path from the root, its arguments */
export function bootstrap(given) {
  const root = join(dirname(fileURLToPath(import.meta.url)), "..");
  const flagCount = given.findIndex((argument) => !argument.startsWith("--"));
  const [entry, ...args] = given.slice(Math.max(0, flagCount));
  if (entry === undefined || flagCount < 0) {
    say("usage: node scripts/bootstrap.mjs [--NODE-FLAG ...] ENTRY.ts [ARG ...]");
    process.exit(2);
  }
  ensureInstalled(root, entry === SERVING);
  runNode(pinnedNodeOf(root), [...given.slice(0, flagCount), join(root, entry), ...args]);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  bootstrap(process.argv.slice(2));
