// Runs a TypeScript entry on the pinned Node, installing the dependencies first when they are missing or stale.
// Flags before the entry go to Node. Plain JavaScript with no imports beyond node:*, because it must run on whatever Node
// (from 20) the machine has.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stampFile = join(root, "node_modules", ".signalbox-install");
const isWindows = process.platform === "win32";
const pinnedNode = join(root, "node_modules", "node", "bin", isWindows ? "node.exe" : "node");

function lockDigest() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

function isInstalled() {
  return existsSync(pinnedNode) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockDigest();
}

function install() {
  process.stderr.write("signalbox: installing dependencies (once; about a minute) ...\n");
  const outcome = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: isWindows,
    // The CPU binary is inside the package; without this its install script looks for GPU files on the network.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" },
  });
  if (outcome.status !== 0 || !existsSync(pinnedNode)) {
    process.stderr.write(
      "signalbox: `npm ci` failed. Check that the npm registry can be reached, then run the command again.\n",
    );
    process.exit(1);
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, lockDigest());
}

function run(flags, entry, args) {
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
  process.stderr.write("usage: node scripts/bootstrap.mjs [--NODE-FLAG ...] ENTRY.ts [ARG ...]\n");
  process.exit(2);
}
if (!isInstalled()) install();
run(given.slice(0, flagCount), entry, args);
