import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { ArtefactManifest } from "@signalbox/contracts";
import { readArtefactFiles } from "@signalbox/catalog";
import { openCheckpoint } from "../members/checkpoint.ts";
import { takeShared } from "./take-shared.ts";
import { writeArtefact } from "./write-artefact.ts";
import type { ManifestHead } from "./write-artefact.ts";
import { listWrittenTensors } from "./written-tensors.ts";

const HEAD: ManifestHead = {
  format: 1,
  recipe: "test",
  split: "release",
  seed: 1,
  dataFingerprint: "none",
  sources: [],
  shape: {
    vocabularySize: 1,
    memberCount: 1,
    tokenSize: 1,
    denseSize: 1,
    hiddenSize: 1,
    abilitySize: 1,
    factorSize: 1,
    clusterCount: 1,
  },
  models: [],
  benchmarks: [],
  fields: [],
  figures: {},
};

const tensor = (value: number) => [{ name: "one", shape: [2], data: Float32Array.of(value, 2) }];
const folder = (): string => mkdtempSync(join(tmpdir(), "signalbox-artefact-"));
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
  assert.deepEqual(readdirSync(dir).toSorted(), ["manifest.json", manifest.tensorFile].toSorted());
  assert.equal(read(dir).version, manifest.version);
});

test("a run that stops before the manifest is in place leaves the old artefact whole", () => {
  const dir = folder();
  const old = writeArtefact(dir, HEAD, tensor(1));
  assert.throws(() => writeArtefact(dir, { ...HEAD, recipe: "x".repeat(500) }, tensor(2)));
  writeFileSync(join(dir, "tensors-000000000000.bin"), "half a file");
  assert.equal(read(dir).version, old.version);
  assert.equal(readFileSync(join(dir, old.tensorFile)).readFloatLE(0), 1);
});

test("a checkpoint gives a member back, and only to the run that it belongs to", () => {
  const dir = folder();
  const array = (value: number): Float32Array => Float32Array.of(value, value + 1);
  const member = {
    tokens: array(1),
    hidden: array(2),
    hiddenBias: array(3),
    heads: array(4),
    headBias: array(5),
    shared: array(6),
    own: array(7),
  };
  const checkpoint = openCheckpoint(dir, "run a");
  checkpoint.save(1, member);
  assert.deepEqual(openCheckpoint(dir, "run a").find(1), member);
  assert.equal(openCheckpoint(dir, "run a").find(0), undefined);
  assert.equal(openCheckpoint(dir, "run b").find(1), undefined);
  const data = readdirSync(dir).map((name) => join(dir, name, "member-1.bin"))[0] ?? "";
  writeFileSync(data, "torn");
  assert.equal(openCheckpoint(dir, "run a").find(1), undefined);
  checkpoint.remove();
  assert.ok(!existsSync(data));
});

test("what another artefact holds too is left there, and read from there as long as it is the same", async () => {
  const root = folder();
  const [base, sharing] = [join(root, "base"), join(root, "sharing")];
  const own = { name: "own", shape: [3], data: Uint8Array.of(7, 8, 9) };
  writeArtefact(base, HEAD, [own, ...tensor(1), { name: "odd", shape: [3], data: Uint8Array.of(1, 2, 3) }]);
  const tensors = [...tensor(1), { ...own, data: Uint8Array.of(4, 5, 6) }];
  const alone = writeArtefact(sharing, HEAD, tensors);
  const shared = writeArtefact(sharing, { ...HEAD, sharesWith: "base" }, tensors);
  assert.deepEqual(
    shared.tensors.map(({ name, shared: isShared }) => [name, isShared]),
    [
      ["one", true],
      ["own", undefined],
    ],
  );
  assert.notEqual(shared.version, alone.version);
  const read = await readArtefactFiles(sharing);
  assert.deepEqual(
    listWrittenTensors(read.manifest, read.tensors).map(({ data }) => Array.from(data)),
    [
      [1, 2],
      [4, 5, 6],
    ],
  );
  writeArtefact(base, HEAD, tensor(5));
  await assert.rejects(readArtefactFiles(sharing), /shares the tensor "one" with another one/);
  await takeShared(sharing);
  const taken = await readArtefactFiles(sharing);
  assert.deepEqual(
    listWrittenTensors(taken.manifest, taken.tensors).map(({ data }) => Array.from(data)),
    [
      [5, 2],
      [4, 5, 6],
    ],
  );
  await assert.rejects(takeShared(base), /shares nothing/);
});

test("a task reader that was fitted again is taken whole, whatever it consists of now", async () => {
  const root = folder();
  const [base, sharing] = [join(root, "base"), join(root, "sharing")];
  const named = (name: string) => ({ name, shape: [2], data: Uint8Array.of(1, 2) });
  const [weights, hashes, gate] = [
    named("taskWeights"),
    named("taskHashes"),
    { ...named("taskSystemWeights"), data: Uint8Array.of(5, 6) },
  ];
  writeArtefact(base, HEAD, [...tensor(1), weights, hashes]);
  writeArtefact(sharing, { ...HEAD, sharesWith: "base" }, [named("own"), ...tensor(1), weights, hashes]);
  writeArtefact(base, HEAD, [...tensor(1), weights, gate]);
  const { tensors } = await takeShared(sharing);
  assert.deepEqual(
    tensors.map(({ name }) => name),
    ["own", "one", "taskWeights", "taskSystemWeights"],
  );
});

test("tensors of odd lengths that are shared are aligned again", async () => {
  const root = folder();
  const odd = (name: string) => ({ name, shape: [3], data: Uint8Array.of(1, 2, 3) });
  const tensors = [odd("first"), odd("second"), ...tensor(1)];
  writeArtefact(join(root, "base"), HEAD, tensors);
  writeArtefact(join(root, "sharing"), { ...HEAD, sharesWith: "base" }, [...tensors, odd("own")]);
  const { manifest } = await readArtefactFiles(join(root, "sharing"));
  assert.ok(manifest.tensors.every(({ byteOffset, shared }) => byteOffset % 8 === 0 && shared === undefined));
});
