// `npm run advisories`: asks the advisory database of the npm registry about every lock file of this repository. Exit code 1 for
// an advisory; 2 where no database answered, so that silence is never taken for safety.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";

import { readAudit } from "./advisories/read-audit.ts";

const ROOT = join(import.meta.dirname, "..");
const LOCKS = [
  "package-lock.json",
  "tools/package-lock.json",
  "site/package-lock.json",
  "proof/hosts/package-lock.json",
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

let found = 0;
let silent = 0;
for (const lock of LOCKS) {
  const { stdout } = spawnSync("npm", ["audit", "--json", "--package-lock-only"], {
    cwd: join(ROOT, dirname(lock)),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  const audit = readAudit(stdout ?? "");
  if (audit.kind === "silent") {
    silent += 1;
    say(`${lock}: no advisory database answered (${audit.reason})`);
    continue;
  }
  found += audit.advisories.length;
  say(`${lock}: ${audit.advisories.length} advisories`);
  for (const { package: name, severity, title, url, range } of audit.advisories)
    say(`  ${severity}  ${name} ${range}: ${title} (${url})`);
}
if (silent > 0) say("Nothing is known of the lock files above that got no answer: ask again from elsewhere.");
process.exitCode = found > 0 ? 1 : silent > 0 ? 2 : 0;
