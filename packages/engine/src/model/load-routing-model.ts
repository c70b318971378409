// Opens an artefact as a RoutingModel: checks every tensor once, then answers synchronously and without locks.
import type { ArtefactManifest } from "@signalbox/contracts";
import { openTensors } from "./artefact/tensor-store.ts";
import type { ArtefactBytes, TensorStore } from "./artefact/tensor-store.ts";
import { encoderIdsOf } from "./encode/encoder-ids.ts";
import { detectLanguage } from "./encode/detect-language.ts";
import { createPromptReader } from "./encode/prompt-reader.ts";
import type { PromptReader } from "./encode/prompt-reader.ts";
import { loadDenseJoiner, semanticWidthOf } from "./encode/prompt-vector.ts";
import { loadStaticEncoder } from "./encode/static-encoder.ts";
import { loadAbilityTable } from "./abilities/ability-table.ts";
import { settleLength, withLength } from "./length/settle-length.ts";
import { loadTaskReader } from "./task/task-reader.ts";
import type { TaskReader } from "./task/task-reader.ts";
import type { AbilityGround, AbilityTable } from "./abilities/ability-table.ts";
import { createEstimator } from "./abilities/create-estimator.ts";
import { loadAbilityAtlas } from "./heads/ability-atlas.ts";
import { loadScoreAnchor } from "./heads/anchor-ability.ts";
import { estimateSuccess } from "./heads/estimate-success.ts";
import { loadFamiliarity } from "./heads/familiarity.ts";
import { dot } from "../kernels/kernels.ts";
import { loadLinearHead } from "./heads/linear-head.ts";
import { loadNetwork, loadingCountOf } from "./heads/network.ts";
import { estimateOutputTokens, OUTPUT_TOKEN_CONSTANTS } from "./heads/output-tokens.ts";
import type { Ability, AbilityInput, PromptWords, RoutingModel } from "./routing-model.ts";
import { plainTurn } from "../conversation/plain-turn.ts";
import type { PromptInput } from "../conversation/prompt-input.ts";
import { stripFrame } from "../conversation/strip-frame.ts";
import type { TaskText } from "../conversation/task-text.ts";
import { difficultyOfTask } from "../conversation/task-reading.ts";
import { sigmoid } from "../numerics/logistic.ts";

interface KnownModels {
  /** Row of a model that may be served, or -1. */
  rowOf(modelId: string | undefined): number;
  ability(row: number): Ability;
  outputOffset(row: number): number;
}

function loadKnownModels(store: TensorStore, manifest: ArtefactManifest, loadingCount: number): KnownModels {
  const count = Math.max(1, manifest.models.length);
  const theta = store.float32("theta", count, loadingCount);
  const thetaSd = store.float32("thetaSd", count, loadingCount);
  const offsets = store.float32("outputOffsets", count);
  const rows = new Map<string, number>();
  manifest.models.forEach((model, row) => {
    if (model.isServed) rows.set(model.id, row);
  });
  return {
    rowOf: (modelId) => (modelId === undefined ? -1 : (rows.get(modelId) ?? -1)),
    ability: (row) => ({
      theta: theta.slice(row * loadingCount, (row + 1) * loadingCount),
      thetaSd: thetaSd.slice(row * loadingCount, (row + 1) * loadingCount),
      localRow: row,
      origin: "outcomes",
      evidenceCount: manifest.models[row]?.outcomes ?? 0,
    }),
    outputOffset: (row) => offsets[row]!,
  };
}

/** A score says less of a model whose own outcomes are known. */
const TRUST_BESIDE_OUTCOMES = 0.5;
/** Share of the prior's deviation that each further source of outcomes leaves. */
const SOURCE_DOUBT = 0.75;
/** Outcomes of one source say little of how a model does elsewhere; with this many scores those speak instead. */
const BROAD_SCORES = 5;

/** What is to be done, and the length that is demanded of it. @param placed the task text as the reader places it */
function readTaskOf(
  { demanded, task: known }: PromptInput,
  placed: TaskText | undefined,
  tasks: TaskReader | undefined,
): Pick<PromptWords, "demanded" | "task" | "readDetails"> {
  const task = known ?? (placed && tasks?.read(placed));
  if (task === undefined || placed === undefined) return { demanded, task };
  const readDetails =
    known === undefined ? tasks && (() => tasks.details(placed, task.operation)) : undefined;
  return { ...settleLength(placed, task, demanded), readDetails };
}

/** A turn that only goes on with an earlier one is encoded as that one; a vector that was made of the turn itself stays. */
function spokenInput(input: PromptInput, placed: TaskText | undefined): PromptInput {
  if (placed?.offered === undefined || input.vector !== undefined) return input;
  return { ...input, text: stripFrame(plainTurn(placed.asked)), context: "" };
}

type Encoding = Pick<RoutingModel, "featureCount" | "encode" | "encodeFeatures">;

function loadEncoding(store: TensorStore, manifest: ArtefactManifest, reader: PromptReader): Encoding {
  const { shape, fields } = manifest;
  const encoder = loadStaticEncoder(store, shape);
  const { featureCount } = encoder;
  const network = loadNetwork(store, shape);
  const join = loadDenseJoiner(store, manifest);
  const familiarity = loadFamiliarity(store, shape.clusterCount, semanticWidthOf(manifest));
  const fieldHead = loadLinearHead(store, "fieldHead", fields.length, featureCount);
  const middling = store.float32("middlingTheta", network.loadingCount);
  const hasTasks = manifest.tensors.some(({ name }) => name === "taskWeights");
  const tasks = hasTasks ? loadTaskReader(store) : undefined;
  const units = new Float32Array(network.unitCount);
  const encodeFeatures: RoutingModel["encodeFeatures"] = (
    features,
    { language, demanded, task: read, readDetails },
  ) => {
    const task = read && withLength(read, demanded);
    const loadings = new Float32Array(network.loadingCount);
    network.run(features, units, loadings);
    return {
      features,
      loadings,
      familiarity: familiarity.measure(features),
      field: task?.field ?? fields[fieldHead.largest(features)] ?? "general",
      difficulty:
        task === undefined
          ? 1 - sigmoid(dot(loadings, 0, middling, 0, network.loadingCount))
          : difficultyOfTask(task),
      language,
      demanded,
      task,
      readDetails,
    };
  };
  return {
    featureCount,
    encodeFeatures,
    encode: ({ prompt }) => {
      const placed = prompt.taskText && tasks?.place(prompt.taskText);
      const input = spokenInput(prompt, placed);
      const reading = reader.read(input);
      const features = new Float32Array(featureCount);
      encoder.write(reading.ids, reading.idCount, join(reading.dense, input.vector), features);
      const language = detectLanguage(input.text);
      return encodeFeatures(features, { language, ...readTaskOf(input, placed, tasks) });
    },
  };
}

function loadAbilityOf(
  store: TensorStore,
  manifest: ArtefactManifest,
  known: KnownModels,
): (input: AbilityInput) => Ability {
  const loadingCount = loadingCountOf(manifest.shape);
  const { factorSize } = manifest.shape;
  const atlas = loadAbilityAtlas(store, { loadingCount, benchmarks: manifest.benchmarks, factorSize });
  const { scoreLinks, scoreProbes, assumedProbes = [] } = manifest;
  const anchor =
    scoreLinks === undefined || scoreProbes === undefined
      ? undefined
      : loadScoreAnchor(store, {
          loadingCount,
          benchmarks: scoreLinks,
          probes: scoreProbes,
          assumed: assumedProbes,
        });
  return (input) => {
    const row = known.rowOf(input.modelId);
    const sourceCount = manifest.models[row]?.sources.length ?? 0;
    const scoreCount = Object.keys(input.scores).length;
    const isNarrow = sourceCount < 2 && scoreCount >= BROAD_SCORES;
    if (row >= 0 && !(anchor !== undefined && isNarrow)) {
      const ability = known.ability(row);
      if (anchor === undefined) return ability;
      const doubt = SOURCE_DOUBT ** sourceCount;
      const { deviation } = atlas.estimate({ ...input, scores: {} });
      const thetaSd = ability.thetaSd.map((sd, index) => Math.max(sd, doubt * deviation[index]!));
      return {
        ...ability,
        ...anchor.anchor({ theta: ability.theta, thetaSd }, input.scores, TRUST_BESIDE_OUTCOMES),
      };
    }
    const estimate = atlas.estimate(anchor === undefined ? input : { ...input, scores: {} });
    const belief = { theta: estimate.mean, thetaSd: estimate.deviation };
    if (anchor !== undefined && scoreCount > 0)
      return {
        ...anchor.anchor(belief, input.scores, 1),
        localRow: -1,
        origin: "scores",
        evidenceCount: scoreCount,
      };
    return {
      ...belief,
      localRow: -1,
      origin: estimate.hasScores ? "scores" : "prior",
      evidenceCount: estimate.evidenceCount,
    };
  };
}

/** Where an ability comes from, the strongest ground first. */
function originOf({ boards, outcomes, stated, predecessor }: AbilityGround): Ability["origin"] {
  if (boards > 0 || stated > 0) return "scores";
  if (outcomes > 0) return "outcomes";
  return predecessor === undefined ? "prior" : "lineage";
}

/**
 * The latent ability of the network with the fitted one beside it. The latent one takes milliseconds to place by its scores and
 * only what an account learned reads it, so it is placed when somebody looks.
 */
function withPlace(
  table: AbilityTable,
  abilityOf: (input: AbilityInput) => Ability,
): (input: AbilityInput) => Ability {
  return (input) => {
    const { modelId, mode, stated = {}, quality, paramsB, blendedUsdPerMTok } = input;
    const placed = table.place({ modelId, mode, stated, quality, hints: { paramsB, blendedUsdPerMTok } });
    const { ground } = placed;
    const evidenceCount = ground.boards + ground.outcomes + ground.stated;
    let latent: Ability | undefined;
    const placeLatent = (): Ability => (latent ??= abilityOf(input));
    return {
      get theta() {
        return placeLatent().theta;
      },
      get thetaSd() {
        return placeLatent().thetaSd;
      },
      get localRow() {
        return placeLatent().localRow;
      },
      placed,
      origin: originOf(ground),
      evidenceCount,
    };
  };
}

/**
 * @throws SignalboxError invalid_artefact when a tensor is missing, misshapen or differs from its digest.
 */
export function loadRoutingModel(artefact: ArtefactBytes): RoutingModel {
  const { manifest } = artefact;
  const store = openTensors(artefact);
  const reader = createPromptReader(store.text("vocabulary").split("\n"), manifest.healsWords);
  const loadingCount = loadingCountOf(manifest.shape);
  const known = loadKnownModels(store, manifest, loadingCount);
  const encoding = loadEncoding(store, manifest, reader);
  const unitsOfFeatures = manifest.shape.memberCount * manifest.shape.tokenSize + manifest.shape.denseSize;
  const tokenHead = loadLinearHead(store, "outputHead", 1, unitsOfFeatures);
  const latentOf = loadAbilityOf(store, manifest, known);
  const table = manifest.abilities && loadAbilityTable(store, manifest.abilities);
  const constants = store.float32("outputTokens", OUTPUT_TOKEN_CONSTANTS.length);
  return {
    version: manifest.version,
    encoder: manifest.encoder && {
      ...manifest.encoder,
      idsOf: ({ prompt }) => encoderIdsOf(reader.read(prompt)),
    },
    ...encoding,
    abilities: table,
    abilityOf: table === undefined ? latentOf : withPlace(table, latentOf),
    estimateSuccess:
      manifest.abilities === undefined
        ? ({ loadings, familiarity }, abilities) =>
            estimateSuccess(loadings, familiarity, abilities, manifest.shape)
        : createEstimator(manifest.abilities),
    estimateOutputTokens: (encoding, input) => {
      const row = known.rowOf(input.modelId);
      return estimateOutputTokens(constants, {
        promptLog: tokenHead.value(encoding.features, 0),
        modelOffset: row >= 0 ? known.outputOffset(row) : undefined,
        isReasoning: input.thinksByDefault ?? input.isReasoning ?? false,
        familiarity: encoding.familiarity,
        demanded: encoding.demanded,
      });
    },
  };
}
