import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { parseArtefactManifest } from "@signalbox/contracts";

import { loadRoutingModel } from "../model/load-routing-model.ts";
import { checkArtefact } from "./check-artefact.ts";

const dir = join(import.meta.dirname, "../../../../artefacts/release");
const manifest = parseArtefactManifest(JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8")));
const tensors = new Uint8Array(
  Buffer.concat(manifest.tensorFiles.map((name) => readFileSync(join(dir, name)))),
);

test("the shipped artefact is loaded without a digest of Node's", async () => {
  const model = loadRoutingModel(await checkArtefact(manifest, tensors));
  assert.equal(model.version, manifest.version);
});

test("a changed byte, wherever it is, is found", async () => {
  for (const { byteOffset, byteLength } of manifest.tensors) {
    const changed = tensors.slice();
    const at = byteOffset + byteLength - 1;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const artefact = await checkArtefact(manifest, changed);
    assert.throws(() => loadRoutingModel(artefact), { code: "invalid_artefact" });
  }
});

test("what is no manifest is refused", async () => {
  await assert.rejects(checkArtefact({ format: 1 }, tensors), { code: "invalid_artefact" });
});

test("a file that is too short is refused", async () => {
  const artefact = await checkArtefact(manifest, tensors.slice(0, 1000));
  assert.throws(() => loadRoutingModel(artefact), { code: "invalid_artefact" });
});
