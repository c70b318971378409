import assert from "node:assert/strict";
import { test } from "node:test";

import { findFolderCycles } from "./find-folder-cycles.ts";

const cyclesOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  findFolderCycles(Object.entries(imports).map(([file, relative]) => ({ file, relative })));

test("folders that import in one direction have no cycle", () => {
  assert.deepEqual(
    cyclesOf({
      "p/src/index.ts": ["./b/b.ts", "./a/a.ts"],
      "p/src/b/b.ts": ["../a/a.ts", "./other.ts"],
      "p/src/a/a.ts": ["./deeper/x.ts"],
      "p/src/a/deeper/x.ts": ["../y.ts"],
    }),
    [],
  );
});

test("a cycle over several folders is found once, with its way", () => {
  assert.deepEqual(
    cyclesOf({
      "p/src/a/a.ts": ["../b/b.ts"],
      "p/src/b/b.ts": ["../c/c.ts"],
      "p/src/c/c.ts": ["../a/other.ts"],
      "p/src/d/d.ts": ["../a/a.ts"],
    }),
    [["p/src/a", "p/src/b", "p/src/c", "p/src/a"]],
  );
});

test("folders within a folder are checked too, and a folder's own files may join them", () => {
  assert.deepEqual(cyclesOf({ "p/src/a/x/x.ts": ["../y/y.ts"], "p/src/a/y/y.ts": ["../x/x.ts"] }), [
    ["p/src/a/x", "p/src/a/y", "p/src/a/x"],
  ]);
  assert.deepEqual(cyclesOf({ "p/src/a/x/x.ts": ["../tie.ts"], "p/src/a/tie.ts": ["./x/x.ts"] }), []);
});
