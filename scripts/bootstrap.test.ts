// Real npm, real kills, on a small project whose one dependency stands for the pinned Node.
// SIGNALBOX_INSTALL_ROUNDS=50 kills more often.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
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

import { install, installationState, pinnedNodeOf } from "./bootstrap.mjs";

const ROUNDS = Number(process.env["SIGNALBOX_INSTALL_ROUNDS"] ?? "6");
const MODULE = join(import.meta.dirname, "bootstrap.mjs");
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

function lockTo(root: string, tarball: string, devDependencies: Readonly<Record<string, string>> = {}): void {
  const manifest = {
    name: "small",
    private: true,
    dependencies: { node: `file:${tarball}` },
    devDependencies,
  };
  // Beside an installation npm would keep the version that is installed.
  const apart = mkdtempSync(join(folder, "lock-"));
  writeFileSync(join(apart, "package.json"), JSON.stringify(manifest));
  npm(["install", "--package-lock-only", "--no-audit"], apart);
  for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(apart, file), join(root, file));
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

test("an update killed at any moment is never taken for complete, and the next start completes it", async () => {
  const root = project("killed");
  for (let round = 0; round < ROUNDS; round += 1) {
    const version = `${round % 2 === 0 ? 2 : 1}.0.0`;
    lockTo(root, join(folder, `node-${version}.tgz`));
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
    if (installationState(root) === "current") assert.equal(versionIn(root), version, `round ${round}`);
    assert.ok(install(root));
    assert.equal(installationState(root), "current");
    assert.equal(versionIn(root), version);
  }
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

test("what an interrupted npm ci left does not count as an installation", () => {
  const root = project("partial");
  rmSync(join(root, "node_modules", ".package-lock.json"));
  assert.equal(installationState(root), "none");
});

test("what `npm ci` installed is current, and what it installed for another lockfile is not", () => {
  const root = project("by-npm");
  npm(["ci", "--no-audit"], root);
  assert.equal(installationState(root), "current");
  lockTo(root, join(folder, "node-2.0.0.tgz"));
  assert.equal(installationState(root), "other");
});

test("serving installs no package that only tests use, and everything else brings it", () => {
  const root = join(folder, "serving");
  mkdirSync(root);
  const tool = join(folder, "tool");
  mkdirSync(tool);
  writeFileSync(join(tool, "package.json"), JSON.stringify({ name: "tool", version: "1.0.0" }));
  npm(["pack", "--pack-destination", folder], tool);
  lockTo(root, join(folder, "node-1.0.0.tgz"), { tool: `file:${join(folder, "tool-1.0.0.tgz")}` });
  assert.ok(install(root, true));
  assert.deepEqual([existsSync(join(root, "node_modules/tool")), versionIn(root)], [false, "1.0.0"]);
  assert.deepEqual([installationState(root, true), installationState(root)], ["current", "other"]);
  assert.ok(install(root));
  assert.deepEqual([installationState(root, true), installationState(root)], ["current", "current"]);
  // A start takes nothing away from a developer who has both.
  assert.ok(install(root, true));
  assert.equal(installationState(root), "current");
});
