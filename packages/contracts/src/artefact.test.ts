// A manifest decides what bytes are read as a model: a faulty one is refused by name before a tensor is touched.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ARTEFACT_FORMAT, ArtefactManifestSchema, parseArtefactManifest } from "./artefact.ts";
import { characters, holdBoundaries } from "./boundaries.suite.ts";

const ROOT = join(import.meta.dirname, "../../../artefacts");
const sha256 = "a".repeat(64);
const tensor = { name: "heads", dtype: "float32", shape: [2, 3], byteOffset: 0, byteLength: 24, sha256 };
const SHIPPED = JSON.parse(readFileSync(join(ROOT, "release/manifest.json"), "utf8")) as Readonly<
  Record<string, unknown>
>;
const VALID: Readonly<Record<string, unknown>> = {
  ...SHIPPED,
  tensorFiles: ["tensors.bin"],
  tensors: [tensor],
};

test("the artefacts that ship have manifests that fit", () => {
  const shipped = readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, "manifest.json")));
  assert.ok(shipped.includes("release"));
  for (const name of shipped) {
    const text = readFileSync(join(ROOT, name, "manifest.json"), "utf8");
    assert.ok(parseArtefactManifest(JSON.parse(text)).version.length > 0, name);
  }
});

test("the first wrong place is named", () => {
  for (const [wrong, place] of [
    [{ ...VALID, abilities: { ...(VALID["abilities"] as object), slope: "steep" } }, "/abilities/slope"],
    [{ ...VALID, tensors: [{ ...tensor, dtype: "float64" }] }, "/tensors/0/dtype"],
    [{ ...VALID, tensorFiles: ["../../etc/passwd"] }, "/tensorFiles/0"],
  ] as const)
    assert.throws(() => parseArtefactManifest(wrong), {
      code: "invalid_artefact",
      message: new RegExp(place),
    });
});

test("what is no manifest at all is refused the same way", () => {
  for (const value of [null, [], "manifest", 7, {}])
    assert.throws(() => parseArtefactManifest(value), { code: "invalid_artefact" });
});

holdBoundaries("a manifest", {
  schema: ArtefactManifestSchema,
  valid: VALID,
  takes: {
    "no sources": { sources: [] },
    "a version of 120 characters": { version: characters(120) },
  },
  refuses: {
    "another format": { format: ARTEFACT_FORMAT + 1 },
    "an empty version": { version: "" },
    "a path as a tensor file": { tensorFiles: ["a/b.bin"] },
    "no tensor file": { tensorFiles: [] },
    "a digest that is invalid": { tensors: [{ ...tensor, sha256: "abc" }] },
    "a digest in capitals": { tensors: [{ ...tensor, sha256: "A".repeat(64) }] },
    "a tensor without a shape": { tensors: [{ ...tensor, shape: [] }] },
    "a tensor of five dimensions": { tensors: [{ ...tensor, shape: [1, 1, 1, 1, 1] }] },
    "a negative offset": { tensors: [{ ...tensor, byteOffset: -8 }] },
    "a split that does not exist": { split: "train" },
  },
});
