// Installs the real clients, runtimes and generators of `integrations/` when they are missing or stale. They are a project
// of their own, so that their old dependency trees neither weigh on `npm start` nor mix with ours.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "integrations");
const stampFile = join(folder, "node_modules", ".signalbox-install");
const lockDigest = createHash("sha256")
  .update(readFileSync(join(folder, "package-lock.json")))
  .digest("hex");

if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockDigest) {
  process.stdout.write("integrations: nothing to do\n");
} else {
  process.stdout.write("integrations: installing the clients to be tried against ...\n");
  // Nothing there needs its install scripts, and not running them is one thing less to trust.
  const outcome = spawnSync(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: folder,
      stdio: "inherit",
      shell: process.platform === "win32",
    },
  );
  if (outcome.status === 0) {
    writeFileSync(stampFile, lockDigest);
  } else {
    process.stderr.write(
      "integrations: `npm ci` failed. Check that the npm registry can be reached, then run the command again.\n",
    );
    process.exitCode = 1;
  }
}
