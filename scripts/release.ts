// `npm run release -- VERSION`: everything of a release but what cannot be taken back. It changes the working tree and writes
// `dist/VERSION`; committing, tagging, signing and publishing are printed as commands for a person.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { VERSION } from "@signalbox/contracts";

import { writeBillOfMaterials, closeUnreleased, faultsOf, writeChecksums } from "./release/check-release.ts";
import { setVersion } from "./release/set-version.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const say = (text: string): void => void process.stdout.write(`release: ${text}\n`);

function run(command: string, args: readonly string[], stdio: "inherit" | "pipe" = "inherit"): string {
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", stdio });
  if (status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed. \`git restore .\` takes the changes back.`);
  return stdout;
}

/** In a process of its own, which reads the version that was just set. */
const runScript = (...args: readonly string[]): string =>
  run(process.execPath, ["--disable-warning=ExperimentalWarning", ...args]);

function prepare(version: string): void {
  say(`setting ${version} everywhere`);
  setVersion(ROOT, version);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(join(ROOT, "CHANGELOG.md"), closeUnreleased(read("CHANGELOG.md"), version, day));
  runScript("scripts/generate.ts");
}

function build(version: string): string {
  const outDir = join(ROOT, "dist", version);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  say("packing");
  runScript("scripts/pack.ts", outDir);
  writeBillOfMaterials(ROOT, join(outDir, `signalbox-${version}.cdx.json`));
  writeChecksums(outDir);
  return outDir;
}

const nextSteps = (version: string): string => `
dist/${version} holds the packages, their bill of materials and SHA256SUMS. What is left, in this order:

  npm test
  git add --all && git commit -m "Release ${version}"
  git tag --sign v${version} -m "Signalbox ${version}"
  gpg --armor --detach-sign dist/${version}/SHA256SUMS
  git push --follow-tags
  for file in dist/${version}/*.tgz; do npm publish --access public "$file"; done

docs/upgrading.md says how others check the signatures.
`;

const [version = ""] = process.argv.slice(2);
const faults = faultsOf({
  version,
  current: VERSION,
  changedFiles: run("git", ["status", "--porcelain"], "pipe"),
  changelog: read("CHANGELOG.md"),
  upgrading: read("docs/upgrading.md"),
});
if (faults.length > 0) {
  process.stderr.write(`Nothing was changed.\n${faults.map((fault) => `- ${fault}\n`).join("")}`);
  process.exitCode = 2;
} else {
  prepare(version);
  build(version);
  process.stdout.write(nextSteps(version));
}
