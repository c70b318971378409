// Runs a TypeScript entry on the pinned Node, installing the dependencies first when they are missing or stale.
// Flags before the entry go to Node. Plain JavaScript with no imports beyond node:*, because it must run on whatever Node
// (from 20) the machine has.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { install, installationState, pinnedNodeOf, recoverInstallation } from "./installation.mjs";
import { runNode } from "./run-node.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

function say(text) {
  process.stderr.write(`signalbox: ${text}\n`);
}

function ensureInstalled() {
  recoverInstallation(root);
  const before = installationState(root);
  if (before === "current") return;
  say("installing dependencies (once; about a minute) ...");
  if (install(root)) return;
  if (before === "none") {
    say("`npm ci` failed. Check that the npm registry can be reached, then run the command again.");
    process.exit(1);
  }
  say(
    "`npm ci` failed, so the dependencies installed before stay in use; they are those of another version of the",
  );
  say("lockfile. Check that the npm registry can be reached, then run the command again to update them.");
}

const given = process.argv.slice(2);
const flagCount = given.findIndex((argument) => !argument.startsWith("--"));
const [entry, ...args] = given.slice(Math.max(0, flagCount));
if (entry === undefined || flagCount < 0) {
  say("usage: node scripts/bootstrap.mjs [--NODE-FLAG ...] ENTRY.ts [ARG ...]");
  process.exit(2);
}
ensureInstalled();
runNode(pinnedNodeOf(root), [...given.slice(0, flagCount), join(root, entry), ...args]);
