// The changes and refusals of a release, on a copy of the files of this repository.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { VERSION } from "@signalbox/contracts";

import {
  writeBillOfMaterials,
  closeUnreleased,
  sectionOf,
  compareVersions,
  faultsOf,
  type ReleaseFacts,
  writeChecksums,
} from "./check-release.ts";
import { setVersion } from "./set-version.ts";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "signalbox-release-"));
after(() => rmSync(folder, { recursive: true }));

const CHANGELOG =
  "# Changelog\n\n## Unreleased\n\n### Added\n- A door.\n\n## 1.2.3 - 2026-01-01\n\n- A wall.\n";
const FACTS: ReleaseFacts = {
  version: "1.3.0",
  current: "1.2.3",
  changedFiles: "",
  changelog: CHANGELOG,
  upgrading: "# Upgrading\n\n## To 1.3.0\n\nNothing to do.\n",
};

test("a release with everything in place is made", () => {
  assert.deepEqual(faultsOf(FACTS), []);
  assert.deepEqual(
    faultsOf({ ...FACTS, version: "1.3.0-rc.1", upgrading: "## To 1.3.0-rc.1\nNothing.\n" }),
    [],
  );
  const first = { ...FACTS, changelog: "## Unreleased\n\n- All of it.\n", current: "1.3.0" };
  assert.deepEqual(faultsOf(first), [], "the first release has the version that stands everywhere already");
});

test("the committed pages allow the release that they announce, and refuse one that was made", () => {
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  const upgrading = readFileSync(join(ROOT, "docs/upgrading.md"), "utf8");
  const announced = Array.from(upgrading.matchAll(/^## To (\S+)$/gm), ([, version = ""]) => version);
  const version = announced.toSorted(compareVersions).at(-1) ?? "";
  const faults = faultsOf({ version, current: VERSION, changedFiles: "", changelog, upgrading });
  if (sectionOf(changelog, version) === undefined) assert.deepEqual(faults, []);
  else assert.match(faults.join("\n"), /has a section .* already/);
});

test("every reason against a release is given together", () => {
  const faults = faultsOf({
    version: "1.2.2",
    current: "1.2.3",
    changedFiles: " M README.md\n",
    changelog: "## Unreleased\n\n## 1.2.3 - 2026-01-01\n",
    upgrading: "## To 1.2.3\n\nNothing.\n",
  });
  assert.equal(faults.length, 4);
  assert.match(
    faults.join("\n"),
    /1\.2\.2 comes before 1\.2\.3[\s\S]*README\.md[\s\S]*nothing under[\s\S]*"To 1\.2\.2"/,
  );
  assert.match(faultsOf({ ...FACTS, version: "1.2.3" }).join(), /has a section 1\.2\.3 already/);
  assert.match(faultsOf({ ...FACTS, version: "v2" }).join(), /"v2" is no semantic version/);
});

test("versions are ordered as semantic versions are", () => {
  const inOrder = ["0.9.9", "0.10.0", "1.0.0-rc.1", "1.0.0", "1.0.10"];
  assert.deepEqual(inOrder.toReversed().sort(compareVersions), inOrder);
});

test("what was unreleased becomes the section of the release, and a new one is opened", () => {
  const closed = closeUnreleased(CHANGELOG, "1.3.0", "2026-11-30");
  assert.equal(sectionOf(closed, "Unreleased"), "");
  assert.equal(sectionOf(closed, "1.3.0"), "### Added\n- A door.");
  assert.equal(sectionOf(closed, "1.2.3"), "- A wall.");
});

test("one version is set in every file that names it", () => {
  const files = [
    "package.json",
    "package-lock.json",
    "CITATION.cff",
    "deploy/helm/signalbox/Chart.yaml",
    "packages/contracts/src/version.ts",
    ...globSync("packages/*/package.json", { cwd: ROOT }),
  ];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  setVersion(folder, "7.8.9");
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    assert.ok(text.includes("7.8.9"), file);
    const ours = text.split("\n").filter((line) => /signalbox\/|^(?:app)?[vV]ersion:|VERSION =/.test(line));
    assert.deepEqual(
      ours.filter((line) => line.includes(VERSION)),
      [],
      file,
    );
  }
  setVersion(folder, VERSION);
  for (const file of files)
    assert.equal(readFileSync(join(folder, file), "utf8"), readFileSync(join(ROOT, file), "utf8"), file);
});

test("checksums are those that sha256sum checks", () => {
  const dist = mkdtempSync(join(folder, "dist-"));
  writeFileSync(join(dist, "a.tgz"), "one");
  writeFileSync(join(dist, "b.tgz"), "two");
  writeChecksums(dist);
  const check = () => spawnSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: dist, encoding: "utf8" });
  assert.match(check().stdout, /a\.tgz: OK\nb\.tgz: OK/);
  writeFileSync(join(dist, "b.tgz"), "three");
  assert.equal(check().status, 1);
});

test("the bill of materials tells what the service runs on from what it is made with", () => {
  const file = join(folder, "bill.json");
  writeBillOfMaterials(ROOT, file);
  const bill = JSON.parse(readFileSync(file, "utf8")) as {
    readonly components: readonly { name: string; properties: readonly { name: string }[] }[];
  };
  const isForDevelopment = (wanted: string): boolean | undefined =>
    bill.components
      .find(({ name }) => name === wanted)
      ?.properties.some(({ name }) => name === "cdx:npm:package:development");
  // The dashboard holds preact: the first start builds it.
  for (const name of ["fastify", "kysely", "pg", "typebox", "preact"])
    assert.equal(isForDevelopment(name), false, name);
  for (const name of ["oxlint", "playwright-core"]) assert.equal(isForDevelopment(name), true, name);
});
