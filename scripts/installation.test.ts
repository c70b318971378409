// Real npm, real kills, on a small project whose one dependency stands for the pinned Node.
// SIGNALBOX_INSTALL_ROUNDS=50 kills more often.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { install, installationState, pinnedNodeOf, recoverInstallation } from "./installation.mjs";

const ROUNDS = Number(process.env["SIGNALBOX_INSTALL_ROUNDS"] ?? "6");
const MODULE = join(import.meta.dirname, "installation.mjs");
let folder = "";

function npm(args: readonly string[], cwd: string): void {
  const outcome = spawnSync("npm", args, { cwd, encoding: "utf8" });
  assert.equal(outcome.status, 0, outcome.stderr);
}

/** A tarball of a package `node` whose binary prints its version. */
function packNode(version: string): string {
  const source = join(folder, `node-${version}`);
  mkdirSync(join(source, "bin"), { recursive: true });
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: "node", version }));
  writeFileSync(join(source, "bin", "node"), `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(source, "bin", "node"), 0o755);
  for (let n = 0; n < 400; n += 1) writeFileSync(join(source, `part-${n}.txt`), version.repeat(200));
  npm(["pack", "--pack-destination", folder], source);
  return join(folder, `node-${version}.tgz`);
}

function lockTo(root: string, tarball: string): void {
  const manifest = { name: "small", private: true, dependencies: { node: `file:${tarball}` } };
  writeFileSync(join(root, "package.json"), JSON.stringify(manifest));
  rmSync(join(root, "package-lock.json"), { force: true });
  npm(["install", "--package-lock-only", "--no-audit"], root);
}

const versionIn = (root: string): string =>
  spawnSync("/bin/sh", [pinnedNodeOf(root)], { encoding: "utf8" }).stdout.trim();

function project(name: string): string {
  const root = join(folder, name);
  mkdirSync(root);
  lockTo(root, join(folder, "node-1.0.0.tgz"));
  assert.ok(install(root));
  return root;
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-install-"));
  packNode("1.0.0");
  packNode("2.0.0");
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("an update killed at any moment leaves a working installation", async () => {
  const root = project("killed");
  let swapped = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    lockTo(root, join(folder, `node-${round % 2 === 0 ? 2 : 1}.0.0.tgz`));
    const script = `import { install } from ${JSON.stringify(MODULE)}; install(${JSON.stringify(root)});`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: "ignore",
      detached: true,
    });
    const ended = new Promise((resolve) => child.on("exit", resolve));
    const timer = setTimeout(
      () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"),
      round * (2000 / ROUNDS),
    );
    await ended;
    clearTimeout(timer);
    recoverInstallation(root);
    assert.notEqual(installationState(root), "none", `round ${round}`);
    assert.match(versionIn(root), /^[12]\.0\.0$/u);
    if (installationState(root) === "current") swapped += 1;
  }
  assert.ok(install(root));
  assert.equal(installationState(root), "current");
  assert.ok(swapped <= ROUNDS);
});

test("dependencies that cannot be had leave the installed ones in use", () => {
  const root = project("offline");
  lockTo(root, join(folder, "node-2.0.0.tgz"));
  const gone = join(folder, "away.tgz");
  renameSync(join(folder, "node-2.0.0.tgz"), gone);
  // npm may have the tarball in its cache; a lockfile with another digest cannot be served from there.
  const lock = readFileSync(join(root, "package-lock.json"), "utf8").replace(
    /"integrity": "[^"]+"/u,
    '"integrity": "sha512-AAAA"',
  );
  writeFileSync(join(root, "package-lock.json"), lock);
  const isInstalled = install(root);
  renameSync(gone, join(folder, "node-2.0.0.tgz"));
  assert.equal(isInstalled, false);
  assert.equal(installationState(root), "other");
  assert.equal(versionIn(root), "1.0.0");
});

test("a kill between the two renames of the swap is undone at the next start", () => {
  const root = project("between");
  renameSync(join(root, "node_modules"), join(root, ".signalbox-replaced"));
  mkdirSync(join(root, ".signalbox-staging-999999999"));
  assert.equal(installationState(root), "none");
  recoverInstallation(root);
  assert.equal(installationState(root), "current");
  assert.equal(versionIn(root), "1.0.0");
  assert.equal(existsSync(join(root, ".signalbox-staging-999999999")), false);
});

test("what an interrupted npm ci left does not count as an installation", () => {
  const root = project("partial");
  rmSync(join(root, "node_modules", ".package-lock.json"));
  assert.equal(installationState(root), "none");
});

test("the lockfile puts no dependency into a workspace, where the swap would leave it behind", () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, unknown>>;
  };
  const nested = Object.keys(lock.packages).filter((path) => /^packages\/[^/]+\/node_modules\//.test(path));
  assert.deepEqual(nested, [], "pin them under `overrides` in package.json");
});
