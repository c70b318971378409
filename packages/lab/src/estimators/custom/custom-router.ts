// The product's custom router as one more estimator: trained as the service trains it, by the same modules of the engine.
import { createCatalog, readArtefactFiles } from "@signalbox/catalog";
import type { ArtefactManifest, ModelCatalog } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import { candidateCalled, createRowReader, userMessage } from "@signalbox/engine/internals";
import type { RoutingModel, LearnedPolicy } from "@signalbox/engine";
import type { PromptEncoding, RowReader } from "@signalbox/engine/internals";
import { createRouterPolicy, fitRouter } from "@signalbox/engine/learn";
import type { RouterData } from "@signalbox/engine/learn";
import type {
  ModelColumn,
  Estimator,
  Predictor,
  PromptSet,
  TrainingData,
} from "../contract/define-estimator.ts";
import { callModel } from "../../data/called-model.ts";
import { normaliseRows } from "../../features/vector.ts";
import { defineEstimator } from "../contract/define-estimator.ts";

// An artefact as the laboratory needs it: what the product reads of prompts and expects of models.

/** A model as a data folder names it. */
type ModelName = Pick<ModelColumn, "source" | "name" | "canonical">;

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

  /** Unit-length rows. @shape texts.length x featureCount */
  featuresOf(texts: readonly string[]): Float32Array {
    const { featureCount } = this.model;
    const out = new Float32Array(texts.length * featureCount);
    texts.forEach((text, row) => out.set(this.encode(text).features, row * featureCount));
    return normaliseRows(out, featureCount);
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

/** Rows of the training data as the service lays out a file. */
function readRows({ prompts, models, scores }: TrainingData, read: RowReader): RouterData {
  const rows = prompts.text.map(read);
  const outcomes = rows.flatMap(({ estimates }, prompt) =>
    estimates.map(({ success }, arm) => ({
      prompt,
      arm,
      prior: success,
      outcome: scores[prompt * models.length + arm] ?? Number.NaN,
      weight: 1,
    })),
  );
  return {
    arms: models.map(({ name }) => name),
    encodings: rows.map(({ encoding }) => encoding),
    outcomes: outcomes.filter(({ outcome }) => !Number.isNaN(outcome)),
  };
}

const train = (data: RouterData): LearnedPolicy => createRouterPolicy("custom", fitRouter(data));

function predictBy(
  models: readonly ModelColumn[],
  read: RowReader,
  policy: LearnedPolicy | undefined,
): Predictor {
  const labels = models.map(({ name }) => name);
  const modelIds = labels.map(() => undefined);
  return {
    predict: ({ text }: PromptSet) =>
      Float32Array.from(
        text.flatMap((one) => {
          const { encoding, estimates } = read(one);
          const adjusted = policy?.adjust({ encoding, labels, modelIds, estimates }) ?? estimates;
          return adjusted.map(({ success }) => success);
        }),
      ),
  };
}

/** The estimator that `custom-router train` makes of the rows; rows of other sources are nobody's own. */
export function createCustomEstimator(view: ArtefactView): Estimator {
  return defineEstimator({
    name: "custom-router",
    title: "Signalbox, custom router",
    fit: (data) => {
      const read = view.readerOf(data.models);
      const policy = train(readRows(data, read));
      return predictBy(data.models, read, policy);
    },
  });
}

/** The same product before anything is learned. */
export function createUntrainedEstimator(view: ArtefactView): Estimator {
  return defineEstimator({
    name: "untrained",
    title: "Signalbox, untrained",
    fit: ({ models }) => predictBy(models, view.readerOf(models), undefined),
  });
}
