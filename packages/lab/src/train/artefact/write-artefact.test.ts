import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { ArtefactManifest } from "@signalbox/contracts";
import { writeArtefact } from "./write-artefact.ts";
import type { ManifestHead } from "./write-artefact.ts";

const HEAD: ManifestHead = {
  format: 1,
  recipe: "test",
  split: "release",
  seed: 1,
  dataFingerprint: "none",
  sources: [],
  abilities: {
    skills: ["general"],
    rows: [],
    modes: [],
    boards: [],
    stranger: { mean: -1, sd: 1 },
    slope: 1,
    newWorkSd: 0.1,
    tiers: { ability: [0], sd: 0.3, belief: {} },
  },
};

const tensor = (value: number) => [{ name: "one", shape: [2], data: Float32Array.of(value, 2) }];
const made = mkdtempSync(join(tmpdir(), "signalbox-artefact-"));
after(() => rmSync(made, { recursive: true }));
const folder = (): string => mkdtempSync(join(made, "one-"));
const read = (dir: string): ArtefactManifest =>
  JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8")) as ArtefactManifest;

test("the same content has the same version, another content another one", () => {
  const [first, second] = [folder(), folder()];
  assert.equal(writeArtefact(first, HEAD, tensor(1)).version, writeArtefact(second, HEAD, tensor(1)).version);
  assert.notEqual(writeArtefact(first, HEAD, tensor(3)).version, read(second).version);
});

test("a new artefact replaces the old one and leaves no stray tensor file", () => {
  const dir = folder();
  writeArtefact(dir, HEAD, tensor(1));
  const manifest = writeArtefact(dir, HEAD, tensor(2));
  assert.deepEqual(readdirSync(dir).toSorted(), ["manifest.json", ...manifest.tensorFiles].toSorted());
  assert.equal(read(dir).version, manifest.version);
});

test("a run that stops before the manifest is in place leaves the old artefact whole", () => {
  const dir = folder();
  const old = writeArtefact(dir, HEAD, tensor(1));
  assert.throws(() => writeArtefact(dir, { ...HEAD, recipe: "x".repeat(500) }, tensor(2)));
  writeFileSync(join(dir, "reader-000000000000.bin"), "half a file");
  assert.equal(read(dir).version, old.version);
  assert.equal(readFileSync(join(dir, old.tensorFiles[0]!)).readFloatLE(0), 1);
});
