// Runs a TypeScript entry on the pinned Node, installing the dependencies first when they are missing or stale.
// Usage: node scripts/bootstrap.mjs [--NODE-FLAG ...] ENTRY.ts [ARG ...]. Plain JavaScript with no imports beyond node:*,
// because it must run on whatever Node (from 20) the machine has.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { runNode } from "./run-node.mjs";

const isWindows = process.platform === "win32";

/** @param {string} root */
export function pinnedNodeOf(root) {
  return join(root, "node_modules", "node", "bin", isWindows ? "node.exe" : "node");
}

/** @param {string} file @returns {Readonly<Record<string, { version?: string, integrity?: string, optional?: boolean }>>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages;

/**
 * "current": as the lockfile says, by this file or by npm. "other": complete, of another lockfile. "none": nothing that can run.
 * @param {string} root
 */
export function installationState(root) {
  // npm writes its own lockfile last: without it the folder is what an interrupted installation left.
  const noteOfNpm = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(noteOfNpm) || !existsSync(pinnedNodeOf(root))) return "none";
  const installed = packagesOf(noteOfNpm);
  const isInstalled = Object.entries(packagesOf(join(root, "package-lock.json"))).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/")) return true;
    const found = installed[path];
    // npm leaves out optional packages for other systems.
    if (found === undefined) return wanted.optional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
  return isInstalled ? "current" : "other";
}

/**
 * Says whether node_modules now holds what the lockfile says. `npm install` puts the earlier packages back where it fails;
 * `npm ci` would delete them first.
 * @param {string} root
 */
export function install(root) {
  const flags = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", ["install", ...flags], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: isWindows,
  });
  return status === 0 && existsSync(pinnedNodeOf(root));
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`signalbox: ${text}\n`);
}

/** @param {string} root */
function ensureInstalled(root) {
  const before = installationState(root);
  if (before === "current") return;
  say("installing dependencies (once; about a minute) ...");
  if (install(root)) return;
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
  ensureInstalled(root);
  runNode(pinnedNodeOf(root), [...given.slice(0, flagCount), join(root, entry), ...args]);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  bootstrap(process.argv.slice(2));
