import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { VERSION } from "./version.ts";

test("one version stands everywhere: in the root, in every package, and in what the service says", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = [join(root, "package.json"), ...globSync(join(root, "packages/*/package.json"))];
  assert.ok(files.length > 5);
  for (const file of files) {
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
    assert.equal(version, VERSION, file);
  }
});
