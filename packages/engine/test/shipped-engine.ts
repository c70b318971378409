// The engine as it ships: the committed artefact and the committed catalogue.
import { join } from "node:path";

import type { Catalog } from "@signalbox/catalog";
import { createCatalog, readArtefactFiles } from "@signalbox/catalog";

import type { CandidateInput, Engine, PolicyDefaults, RoutingModel } from "../src/index.ts";
import { createEngine, loadRoutingModel } from "../src/index.ts";
import { readCandidates } from "../src/internals.ts";

export interface ShippedEngine {
  readonly engine: Engine;
  readonly model: RoutingModel;
  readonly catalog: Catalog;
  /** Candidates by their catalogue spelling, such as "openai/gpt-4o". */
  readonly offer: (...models: readonly string[]) => readonly CandidateInput[];
}

const RELEASE_DIR = join(import.meta.dirname, "../../../artefacts/release");

/** Nothing changes a model: the files of tests that share a process share it. */
let loading: Promise<RoutingModel> | undefined;
const loadModel = (): Promise<RoutingModel> =>
  (loading ??= readArtefactFiles(RELEASE_DIR).then(loadRoutingModel));

export async function loadShippedEngine(defaults: Partial<PolicyDefaults> = {}): Promise<ShippedEngine> {
  const model = await loadModel();
  const catalog = createCatalog({ asOf: new Date("2026-09-01T00:00:00Z") });
  return {
    engine: createEngine({ model, catalogueVersion: catalog.version, defaults }),
    model,
    catalog,
    offer: (...models) => readCandidates({ llm_providers: models.map((name) => ({ model: name })) }, catalog),
  };
}
