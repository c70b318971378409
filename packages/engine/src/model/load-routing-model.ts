// Opens an artefact as a RoutingModel: checks every tensor once, then answers synchronously and without locks.
import { difficultyOfTask } from "../conversation/task-reading.ts";
import { loadAbilityTable } from "./abilities/ability-table.ts";
import type { AbilityGround, AbilityTable } from "./abilities/ability-table.ts";
import { createEstimator } from "./abilities/create-estimator.ts";
import { openTensors } from "./artefact/tensor-store.ts";
import type { ArtefactBytes, TensorStore } from "./artefact/tensor-store.ts";
import { detectLanguage } from "./encode/detect-language.ts";
import { loadFamiliarity } from "./encode/familiarity.ts";
import { FEATURE_COUNT, loadPromptFeatures } from "./encode/prompt-features.ts";
import type { Ability, AbilityInput, RoutingModel } from "./routing-model.ts";
import { plainTurn } from "../conversation/plain-turn.ts";
import type { PromptInput } from "../conversation/prompt-input.ts";
import { stripFrame } from "../conversation/strip-frame.ts";
import type { TaskText } from "../conversation/task-text.ts";
import { settleLength, withLength } from "./length/settle-length.ts";
import { loadTaskReader } from "./task/task-reader.ts";

/** A turn that only goes on with an earlier one is encoded as that one. */
function spokenInput(input: PromptInput, placed: TaskText): PromptInput {
  return placed.offered === undefined ? input : { ...input, text: stripFrame(plainTurn(placed.asked)) };
}

type Encoding = Pick<RoutingModel, "featureCount" | "encode" | "encodeFeatures">;

/** What reads conversations: all of an artefact but the abilities. @throws SignalboxError invalid_artefact */
export function loadEncoding(store: TensorStore): Encoding {
  const reader = loadTaskReader(store);
  const featuresOf = loadPromptFeatures(store, reader);
  const measureFamiliarity = loadFamiliarity(store);
  const encodeFeatures: RoutingModel["encodeFeatures"] = (features, words) => {
    const task = withLength(words.task, words.demanded);
    return {
      ...words,
      task,
      features,
      familiarity: measureFamiliarity(features),
      field: task.field,
      difficulty: difficultyOfTask(task),
    };
  };
  return {
    featureCount: FEATURE_COUNT,
    encodeFeatures,
    encode: ({ prompt }) => {
      const placed = reader.place(prompt.taskText);
      const spoken = spokenInput(prompt, placed);
      const task = reader.read(placed);
      return encodeFeatures(featuresOf(spoken), {
        language: detectLanguage(spoken.text),
        ...settleLength(placed, task, prompt.demanded),
        readDetails: () => reader.details(placed, task.operation),
      });
    },
  };
}

/** Where an ability comes from, the strongest ground first. */
function originOf({ boards, outcomes, stated, predecessor }: AbilityGround): Ability["origin"] {
  if (boards > 0 || stated > 0) return "scores";
  if (outcomes > 0) return "outcomes";
  return predecessor === undefined ? "prior" : "lineage";
}

function placeIn(table: AbilityTable): (input: AbilityInput) => Ability {
  return ({ modelId, mode, stated, quality, paramsB, blendedUsdPerMTok }) => {
    const placed = table.place({ modelId, mode, stated, quality, hints: { paramsB, blendedUsdPerMTok } });
    const { boards, outcomes, stated: own } = placed.ground;
    return { placed, origin: originOf(placed.ground), evidenceCount: boards + outcomes + own };
  };
}

/**
 * @throws SignalboxError invalid_artefact when a tensor is missing, misshapen or differs from its digest.
 */
export function loadRoutingModel(artefact: ArtefactBytes): RoutingModel {
  const { version, abilities } = artefact.manifest;
  const store = openTensors(artefact);
  const table = loadAbilityTable(store, abilities);
  return {
    version,
    ...loadEncoding(store),
    abilities: table,
    abilityOf: placeIn(table),
    estimateSuccess: createEstimator(abilities),
  };
}
