import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { findEncoderFile, readEncoderFile } from "./weights.ts";

const directory = mkdtempSync(join(tmpdir(), "signalbox-weights-"));
after(() => rmSync(directory, { recursive: true, force: true }));

test("a configured path wins over the installed package, whether the file is there or not", () => {
  assert.equal(findEncoderFile("/nowhere/model.onnx"), "/nowhere/model.onnx");
});

test("a file with the right digest is given byte for byte, from whatever path", async () => {
  const bytes = Buffer.from([0, 1, 2, 255]);
  const path = join(directory, "weights.onnx");
  writeFileSync(path, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  assert.deepEqual(await readEncoderFile(path, sha256), bytes);
});

test("one changed byte is refused, with both digests and a way out", async () => {
  const path = join(directory, "changed.onnx");
  writeFileSync(path, Buffer.from([0, 1, 2, 254]));
  const trained = "a".repeat(64);
  const found = createHash("sha256")
    .update(Buffer.from([0, 1, 2, 254]))
    .digest("hex");
  await assert.rejects(readEncoderFile(path, trained), (error: Error) => {
    assert.match(error.message, new RegExp(`${found}.*${trained}.*SIGNALBOX_ENCODER_FILE`));
    return true;
  });
});

test("a directory in place of the file is a fault of the configuration, not a crash", async () => {
  await assert.rejects(readEncoderFile(directory, "a".repeat(64)), { code: "invalid_configuration" });
});
