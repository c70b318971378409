// Conditions that must hold before a release is made. Every reason against it is given, not only the first.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";

// SHA256SUMS, in the form that `sha256sum --check` reads.
const FILE = "SHA256SUMS";

/** Writes the digests of all other files of the folder. */
export function writeChecksums(folder: string): void {
  const lines = readdirSync(folder)
    .filter((name) => name !== FILE)
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    );
  writeFileSync(join(folder, FILE), lines.join(""));
}

// The changelog while a release is made: what is under "Unreleased" becomes the section of the release.
const UNRELEASED = "## Unreleased";

/** Text between the heading "## <title>..." and the next one of its level; undefined when there is no such heading. */
export function sectionOf(text: string, title: string): string | undefined {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line === `## ${title}` || line.startsWith(`## ${title} `));
  if (from < 0) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith("## "));
  return lines
    .slice(from + 1, length < 0 ? undefined : from + 1 + length)
    .join("\n")
    .trim();
}

/** @param day "2026-11-30" */
export function closeUnreleased(text: string, version: string, day: string): string {
  return text.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} - ${day}`);
}

// The parts that a release consists of and those that make it, from the lockfile, by npm itself, in the form of CycloneDX.
// Packages for development are marked as such and not left out: the dashboard is compiled from some of them.

/** @throws Error with npm's own words */
export function writeBillOfMaterials(root: string, file: string): void {
  const flags = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const { status, stdout, stderr } = spawnSync("npm", ["sbom", ...flags], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
  const bill = JSON.parse(stdout) as { metadata: { component: { name: string } } };
  // npm gives it the name of the folder.
  bill.metadata.component.name = "signalbox";
  writeFileSync(file, `${JSON.stringify(bill, null, 1)}\n`);
}

export interface ReleaseFacts {
  /** The version asked for, and the one that stands everywhere now. */
  readonly version: string;
  readonly current: string;
  /** The output of `git status --porcelain`. */
  readonly changedFiles: string;
  readonly changelog: string;
  /** docs/upgrading.md */
  readonly upgrading: string;
}

const SEMANTIC = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/;

/** Negative when `a` is the earlier one. A version with a suffix comes before the one without. @throws TypeError */
export function compareVersions(a: string, b: string): number {
  const [one, two] = [SEMANTIC.exec(a), SEMANTIC.exec(b)];
  if (one === null || two === null) throw new TypeError(`${one === null ? a : b} is no semantic version.`);
  for (const part of [1, 2, 3]) {
    const difference = Number(one[part]) - Number(two[part]);
    if (difference !== 0) return difference;
  }
  const [first, second] = [one[4] ?? "~", two[4] ?? "~"];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** The first release may have the version that stands everywhere already; later ones need a newer one. */
function versionFault({ version, current, changelog }: ReleaseFacts): string | undefined {
  if (!SEMANTIC.test(version)) return `"${version}" is no semantic version: write it as 1.2.3 or 1.2.3-rc.1.`;
  if (sectionOf(changelog, version) !== undefined) return `CHANGELOG.md has a section ${version} already.`;
  if (compareVersions(version, current) < 0) return `${version} comes before ${current}.`;
  return undefined;
}

/** Whole sentences; empty when the release may be made. */
export function faultsOf(facts: ReleaseFacts): readonly string[] {
  const { version, changedFiles, changelog, upgrading } = facts;
  const unreleased = sectionOf(changelog, "Unreleased");
  const guide = sectionOf(upgrading, `To ${version}`);
  return [
    versionFault(facts),
    changedFiles.trim() === "" ? undefined : `The working tree has changes:\n${changedFiles.trimEnd()}`,
    unreleased === undefined || unreleased === ""
      ? 'CHANGELOG.md has nothing under "Unreleased": say there what changed.'
      : undefined,
    guide === undefined || guide === ""
      ? `docs/upgrading.md has no section "To ${version}": say there what an operator must do, or that it is nothing.`
      : undefined,
  ].filter((fault) => fault !== undefined);
}
