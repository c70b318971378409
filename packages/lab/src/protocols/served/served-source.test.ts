// A source that is left out: nothing that the product knows of its models comes from its outcomes or from boards near it.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import type { RoutingModel } from "@signalbox/engine";
import { makeDataset } from "../../data/made-dataset.suite.ts";
import type { Dataset } from "../../data/index.ts";
import { openModelWithout } from "./served-source.ts";
import type { ModelWithout } from "../runner/protocol.ts";

/** Known by outcomes alone, by a board near the source, and by another board. */
const JUDGED = ["gpt-4o", "gpt-4o-mini", "llama-3.1-8b-instruct", "gemma-2-9b-it", "mixtral-8x7b-instruct"];
const NEAR = ["openai/gpt-4.1", "openai/gpt-4.1-mini", "openai/gpt-4.1-nano", "openai/o3", "openai/o4-mini"];
const FAR = ["openai/gpt-5", "openai/gpt-5-mini", "openai/gpt-5-nano", "openai/o1", "openai/o3-mini"];

const boardRows = (benchmark: string, models: readonly string[]): readonly string[] =>
  models.map((model, index) => `${model},${benchmark},${0.4 + index / 10},,,board/x,${model}`);

const madeData = (): Dataset =>
  makeDataset({
    sources: [
      {
        name: "thaiexam",
        models: JUDGED,
        prompts: Array.from({ length: 40 }, (_, i) => ({
          text: `Question ${i}`,
          split: "train",
          scores: JUDGED.map((_model, index) => ((i + index) % 5 < 4 - index / 2 ? 1 : 0)),
        })),
      },
    ],
    hasSplits: true,
  });

let dataDir: string;
let without: ModelWithout;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "signalbox-leave-out-"));
  const header = "model,benchmark,score,elo,setting,source,source_model_name";
  const rows = [...boardRows("thai_board", NEAR), ...boardRows("gpqa_diamond", FAR)];
  await writeFile(join(dataDir, "public_scores.csv"), `${[header, ...rows].join("\n")}\n`);
  without = await openModelWithout({
    artefactDir: SHIPPED_ARTEFACT_DIR,
    dataDir,
    dataset: madeData(),
  });
});
after(() => rm(dataDir, { recursive: true, force: true }));

/** By its own results, not by its vendor's line. */
const isKnown = (model: RoutingModel, modelId: string): boolean =>
  ["outcomes", "scores"].includes(model.abilityOf({ modelId, stated: {} }).origin);

test("the source that is judged says nothing, nor does a board that nearly equals it", () => {
  const model = without("thaiexam");
  assert.equal(isKnown(model, "openai/gpt-4o"), false);
  assert.equal(isKnown(model, "openai/gpt-4.1"), false);
  assert.equal(isKnown(model, "openai/gpt-5"), true);
});

test("another source takes nothing from what is known of this one", () => {
  const model = without("bfcl");
  for (const id of ["openai/gpt-4o", "openai/gpt-4.1", "openai/gpt-5"]) assert.ok(isKnown(model, id), id);
});
