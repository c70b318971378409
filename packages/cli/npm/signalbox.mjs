#!/usr/bin/env node
// The `signalbox` command as npm installs it. It needs Node 24: this one, else one that is installed once into the cache.
// Plain JavaScript with no imports beyond node:*, because it must run on whatever Node (from 20) the machine has.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { runNode } from "./run-node.mjs";

const NODE_MAJOR = 24;
const NODE_VERSION = "NODE_VERSION_OF_THE_RELEASE";
const isWindows = process.platform === "win32";

function cacheDir() {
  const { SIGNALBOX_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (SIGNALBOX_CACHE_DIR) return SIGNALBOX_CACHE_DIR;
  const parent = isWindows ? LOCALAPPDATA : XDG_CACHE_HOME;
  return join(parent || join(homedir(), ".cache"), "signalbox");
}

const nodeIn = (/** @type {string} */ dir) =>
  join(dir, "node_modules", "node", "bin", isWindows ? "node.exe" : "node");

/** Complete or not there: an interrupted installation leaves nothing that a later start would take for a Node. */
function installNode(/** @type {string} */ target) {
  const staging = `${target}.${process.pid}`;
  process.stderr.write(
    `signalbox: this is Node ${process.versions.node}; installing Node ${NODE_VERSION} (once) into ${target} ...\n`,
  );
  mkdirSync(staging, { recursive: true });
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix", staging];
  const outcome = spawnSync("npm", ["install", ...flags, `node@${NODE_VERSION}`], {
    stdio: ["ignore", 2, 2],
    shell: isWindows,
  });
  const isComplete = outcome.status === 0 && existsSync(nodeIn(staging));
  if (isComplete && !existsSync(target)) renameSync(staging, target);
  else rmSync(staging, { recursive: true, force: true });
  return existsSync(nodeIn(target));
}

function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR) return process.execPath;
  const target = join(cacheDir(), `node-${NODE_VERSION}`);
  if (existsSync(nodeIn(target)) || installNode(target)) return nodeIn(target);
  process.stderr.write(
    `signalbox: Node ${NODE_VERSION} could not be installed. Check that the npm registry can be reached, or run this with Node ${NODE_MAJOR} or newer.\n`,
  );
  return process.exit(1);
}

const main = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "main.js");
// A young generation of 16 MiB holds what decisions in flight allocate, so that little of it is copied.
runNode(findNode(), ["--max-semi-space-size=16", main, ...process.argv.slice(2)]);
