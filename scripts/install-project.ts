// Installs a project of this repository that has a lockfile of its own, when it is missing or stale: what it brings neither
// weighs on `npm start` nor mixes with what the service runs on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/** Whether it is installed now. @param what "the clients to be tried against", said while they are installed */
export function installProject(name: string, what: string): boolean {
  const folder = join(ROOT, name);
  const stampFile = join(folder, "node_modules", ".signalbox-install");
  const lock = readFileSync(join(folder, "package-lock.json"));
  const lockDigest = createHash("sha256").update(lock).digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockDigest) {
    process.stdout.write(`${name}: nothing to do\n`);
    return true;
  }
  process.stdout.write(`${name}: installing ${what} ...\n`);
  // Nothing there needs its install scripts, and not running them is one thing less to trust.
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const outcome = spawnSync("npm", ["ci", ...flags], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (outcome.status === 0) writeFileSync(stampFile, lockDigest);
  else
    process.stderr.write(
      `${name}: \`npm ci\` failed. Check that the npm registry can be reached, then run the command again.\n`,
    );
  return outcome.status === 0;
}
