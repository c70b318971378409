import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseArtefactManifest, SignalboxError } from "@signalbox/contracts";
import { openTensors } from "./tensor-store.ts";

const dir = join(import.meta.dirname, "../../../../artefacts/release");
const manifest = parseArtefactManifest(JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8")));
const tensors = Buffer.concat(manifest.tensorFiles.map((name) => readFileSync(join(dir, name))));
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const isInvalidArtefact = (error: unknown): boolean =>
  error instanceof SignalboxError && error.code === "invalid_artefact";

test("the committed artefact opens, says that it is the release one, and stays small", () => {
  assert.equal(manifest.split, "release");
  assert.ok(!manifest.sources.includes("routellm") && !manifest.sources.includes("alpaca_eval"));
  assert.ok(tensors.length < 26_000_000);
  const rows = manifest.abilities.rows.length;
  const width = manifest.abilities.skills.length;
  assert.equal(
    openTensors({ manifest, tensors, sha256 }).float32("abilityMean", rows, width).length,
    rows * width,
  );
});

test("what stays keeps no memory of the file, though its bytes come as a Node buffer", () => {
  const store = openTensors({ manifest, tensors, sha256 });
  assert.notEqual(store.float32("abilityMean").buffer, tensors.buffer);
  assert.notEqual(store.uint8("taskHashes").buffer, tensors.buffer);
});

test("one altered byte is found", () => {
  const altered = Buffer.from(tensors);
  const scale = manifest.tensors.find((tensor) => tensor.name === "abilityMean");
  assert.ok(scale !== undefined);
  altered[scale.byteOffset] = (altered[scale.byteOffset]! + 1) % 256;
  assert.throws(
    () => openTensors({ manifest, tensors: altered, sha256 }).float32("abilityMean"),
    isInvalidArtefact,
  );
});

test("a missing, cut or misshapen tensor is refused", () => {
  const store = openTensors({ manifest, tensors, sha256 });
  assert.throws(() => store.float32("nothing"), isInvalidArtefact);
  assert.throws(() => store.float32("abilityMean", 3), isInvalidArtefact);
  assert.throws(() => store.int8("abilityMean"), isInvalidArtefact);
  const cut = openTensors({ manifest, tensors: tensors.subarray(0, 100), sha256 });
  assert.throws(() => cut.float32("theta"), isInvalidArtefact);
});

test("a manifest of another format is refused", () => {
  assert.throws(() => parseArtefactManifest({ ...manifest, format: 2 }), isInvalidArtefact);
  assert.throws(() => parseArtefactManifest({ ...manifest, tensorFiles: ["../secret"] }), isInvalidArtefact);
});
