// An artefact as the laboratory needs it: what the product reads of prompts and expects of models.
import { createCatalog, readArtefactFiles } from "@signalbox/catalog";
import type { ArtefactManifest, ModelCatalog } from "@signalbox/contracts";
import { loadRoutingModel, type RoutingModel } from "@signalbox/engine";
import {
  candidateCalled,
  createRowReader,
  userMessage,
  type PromptEncoding,
  type RowReader,
} from "@signalbox/engine/internals";
import { callModel } from "./data/csv-rows.ts";
import type { SourceModel } from "./data/dataset.ts";

/** A model as a data folder names it. */
type ModelName = Pick<SourceModel, "source" | "name" | "canonical">;

export class ArtefactView {
  readonly model: RoutingModel;
  readonly manifest: ArtefactManifest;
  readonly catalog: ModelCatalog = createCatalog();

  constructor(model: RoutingModel, manifest: ArtefactManifest) {
    this.model = model;
    this.manifest = manifest;
  }

  encode(text: string): PromptEncoding {
    return this.model.encode(this.model.converse([userMessage(text)], []));
  }

  /** The estimates that the product goes by on a prompt of a data folder, for the models that it names. */
  readerOf(models: readonly ModelName[]): RowReader {
    const candidates = models.map((model) => {
      const called = callModel({ ...model, vendor: "", kind: "" }, this.catalog);
      return candidateCalled(model.name, called?.facts);
    });
    return createRowReader(this.model, candidates);
  }
}

/** @throws SignalboxError invalid_artefact when the folder holds no usable artefact */
export async function openArtefactView(dir: string): Promise<ArtefactView> {
  const files = await readArtefactFiles(dir);
  return new ArtefactView(loadRoutingModel(files), files.manifest);
}
