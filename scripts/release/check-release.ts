// What must hold before a release is made. Every reason against it is given, not only the first.
import { sectionOf } from "./changelog.ts";

export interface ReleaseFacts {
  /** The version asked for, and the one that stands everywhere now. */
  readonly version: string;
  readonly current: string;
  /** What `git status --porcelain` prints. */
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
