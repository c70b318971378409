// Runs a TypeScript entry on the pinned Node, installing the dependencies first when they are missing or stale.
// Flags before the entry go to Node. Plain JavaScript with no imports beyond node:*, because it must run on whatever Node
// (from 20) the machine has.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { install, installationState, pinnedNodeOf, recoverInstallation } from "./installation.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const isWindows = process.platform === "win32";

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

function run(flags, entry, args) {
  const pinnedNode = pinnedNodeOf(root);
  const all = ["--disable-warning=ExperimentalWarning", ...flags, join(root, entry), ...args];
  const child = spawn(pinnedNode, all, {
    stdio: "inherit",
    env: { ...process.env, PATH: `${dirname(pinnedNode)}${isWindows ? ";" : ":"}${process.env.PATH ?? ""}` },
  });
  // The terminal sends ctrl-c to the whole group; a supervisor signals only this process, so pass it on.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}

const given = process.argv.slice(2);
const flagCount = given.findIndex((argument) => !argument.startsWith("--"));
const [entry, ...args] = given.slice(Math.max(0, flagCount));
if (entry === undefined || flagCount < 0) {
  say("usage: node scripts/bootstrap.mjs [--NODE-FLAG ...] ENTRY.ts [ARG ...]");
  process.exit(2);
}
ensureInstalled();
run(given.slice(0, flagCount), entry, args);
