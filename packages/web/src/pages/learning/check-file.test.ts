import assert from "node:assert/strict";
import { test } from "node:test";

import { sizeFault } from "./use-upload.ts";

const BYTES_MAX = 1024 ** 3;

test("an empty file, and one of gigabytes, are refused before they are sent", () => {
  assert.equal(sizeFault(new File(["prompt,a/b/score"], "rows.csv"), BYTES_MAX), "");
  assert.equal(sizeFault(new File([""], "none.csv"), BYTES_MAX), "The file is empty.");
  const huge = new File(["prompt"], "huge.csv");
  Object.defineProperty(huge, "size", { value: 2 * BYTES_MAX });
  assert.match(sizeFault(huge, BYTES_MAX), /has 2\.?0? GB; this installation takes 1\.?0? GB/);
});
