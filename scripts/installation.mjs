// Installs the dependencies of the lockfile into a staging folder and swaps them in when they are complete, so that a lost
// network or a killed process never costs a working installation. Plain JavaScript with no imports beyond node:*, because it
// must run on any Node from 20.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const isWindows = process.platform === "win32";
const STAGING = ".signalbox-staging-";
/** The folder where the replaced dependencies wait until the new ones stand in their place. */
const REPLACED = ".signalbox-replaced";

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
  // npm writes its own lockfile last: without it the folder is what an interrupted `npm ci` left.
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

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** Puts back what a killed swap left aside, and removes staging folders whose process is gone. @param {string} root */
export function recoverInstallation(root) {
  const replaced = join(root, REPLACED);
  if (existsSync(replaced)) {
    if (!existsSync(join(root, "node_modules"))) renameSync(replaced, join(root, "node_modules"));
    else rmSync(replaced, { recursive: true, force: true });
  }
  for (const name of readdirSync(root)) {
    if (!name.startsWith(STAGING)) continue;
    if (!isAlive(Number(name.slice(STAGING.length))))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** The manifests that `npm ci` reads: the root's and each workspace's. */
function copyManifests(/** @type {string} */ root, /** @type {string} */ staging) {
  const workspaces = existsSync(join(root, "packages")) ? readdirSync(join(root, "packages")) : [];
  const files = [
    "package.json",
    "package-lock.json",
    ".npmrc",
    ...workspaces.map((name) => `packages/${name}/package.json`),
  ];
  for (const file of files) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(staging, file)), { recursive: true });
    copyFileSync(join(root, file), join(staging, file));
  }
}

/** Two renames on one file system: only a kill between them needs `recoverInstallation`. */
function swapIn(/** @type {string} */ root, /** @type {string} */ staging) {
  const target = join(root, "node_modules");
  const replaced = join(root, REPLACED);
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, replaced);
  renameSync(join(staging, "node_modules"), target);
  rmSync(replaced, { recursive: true, force: true });
}

/**
 * Says whether the lockfile's dependencies now stand in node_modules; on false nothing was changed.
 * @param {string} root
 */
export function install(root) {
  const staging = join(root, `${STAGING}${process.pid}`);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  try {
    copyManifests(root, staging);
    const outcome = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: staging,
      stdio: ["ignore", 2, 2],
      shell: isWindows,
    });
    if (outcome.status !== 0 || !existsSync(pinnedNodeOf(staging))) return false;
    swapIn(root, staging);
    return true;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
