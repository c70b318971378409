import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { copyWithoutModels, loadDataset } from "./index.ts";

test("hidden models leave no outcome behind, and a source without any is gone", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "signalbox-hide-"));
  t.after(() => rm(root, { recursive: true }));
  for (const source of ["kept", "gone"]) {
    await writeFile(
      join(root, `${source}.prompts.jsonl`),
      '{"id":"1","prompt":"One?"}\n{"id":"2","prompt":"Two, then?"}\n',
    );
    await writeFile(
      join(root, `${source}.outcomes.csv`),
      'id,model,score\n1,a,1\n1,"b, the second",0\n2,a,0.5\n',
    );
  }
  const copy = join(root, "copy");
  await copyWithoutModels(root, copy, { isHidden: (source, name) => source === "gone" || name === "a" });
  const dataset = await loadDataset(copy);
  assert.deepEqual(dataset.sources, ["kept"]);
  assert.equal(dataset.prompts.count, 2);
  assert.deepEqual(
    dataset.models.map((model) => model.name),
    ["b, the second"],
  );
  assert.deepEqual([...dataset.outcomes.score], [0]);
});
