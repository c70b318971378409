// Abilities of all models from public boards and train outcomes. The boards are read from the data folder; only what is fitted goes into the artefact.

import { createCatalog } from "@signalbox/catalog";
import { SignalboxError, type ArtefactAbilities, type ArtefactManifest } from "@signalbox/contracts";
import type { RoutingModel } from "@signalbox/engine";
import { packedSize } from "@signalbox/engine/numerics";
import { loadAtlas } from "../../atlas/atlas.ts";
import { type BaggedTensor, listWrittenTensors, packArtefact } from "../artefact/write-artefact.ts";
import { MODES, SKILLS, type Observation, type Mode } from "./board-score.ts";
import { buildAbilityRows, listBoardLines, type AbilityRow } from "./build-ability-rows.ts";
import { FACTOR_PRIORS, canPlaceModels, fitBoardFactors } from "./fit-board-factors.ts";
import { fitNeed } from "./fit-need.ts";
import { readNeedRows, type NeedRows } from "./need-rows.ts";
import { listObservations, type ObservedData } from "./list-observations.ts";
import { floatAt, valueAt } from "../../arrays/value-at.ts";

// An artefact in memory with other abilities: how the laboratory judges the served decision on a source that the shipped
// abilities learned from.

interface ArtefactParts<Digest> {
  readonly manifest: ArtefactManifest;
  readonly tensors: Uint8Array;
  readonly sha256: Digest;
}

export function replaceAbilities<Digest>(
  artefact: ArtefactParts<Digest>,
  observations: readonly Observation[],
  needRows: NeedRows,
): ArtefactParts<Digest> {
  const { tensors: _tensors, tensorFiles: _files, version: _version, ...head } = artefact.manifest;
  const { abilities, tensors } = joinAbilities(observations, needRows);
  const kept = listWrittenTensors(artefact.manifest, artefact.tensors).filter(
    ({ name }) => !ABILITY_TENSORS.has(name),
  );
  const packed = packArtefact({ ...head, abilities }, [...kept, ...tensors]);
  const bytes = Buffer.concat(packed.files.map((file) => file.bytes));
  return { manifest: packed.manifest, tensors: bytes, sha256: artefact.sha256 };
}

// How able the classes of models are that the tiers of the task atlas speak of: the mean of models that its guide has in mind.

type Exemplar = readonly [model: string, mode: Mode];

const EXEMPLARS: readonly (readonly Exemplar[])[] = [
  [
    ["qwen/qwen3-8b", "none"],
    ["qwen/qwen3-4b", "none"],
    ["meta/llama-3.1-8b-instruct", "default"],
    ["google/gemma-3-4b-it", "default"],
    ["google/gemma-3n-e4b-it", "default"],
    ["qwen/qwen2.5-7b-instruct", "default"],
  ],
  [
    ["anthropic/claude-haiku-4.5", "none"],
    ["google/gemini-2.5-flash", "none"],
    ["google/gemini-2.5-flash-lite", "default"],
    ["openai/gpt-4.1-mini", "default"],
    ["openai/gpt-5-mini", "low"],
    ["openai/gpt-oss-20b", "medium"],
    ["google/gemma-3-27b-it", "default"],
    ["mistral/mistral-small-2506", "default"],
    ["qwen/qwen3-32b", "thinking"],
  ],
  [
    ["openai/gpt-4o", "default"],
    ["openai/gpt-4.1", "default"],
    ["anthropic/claude-sonnet-4", "none"],
    ["anthropic/claude-sonnet-4.5", "none"],
    ["deepseek/deepseek-v3.2", "none"],
  ],
  [
    ["anthropic/claude-opus-4.8", "medium"],
    ["openai/gpt-5.5", "low"],
    ["openai/gpt-5.6-sol", "low"],
    ["google/gemini-3.1-pro-preview", "high"],
    ["anthropic/claude-sonnet-5", "medium"],
  ],
  [
    ["anthropic/claude-opus-4.8", "xhigh"],
    ["openai/gpt-5.5", "xhigh"],
    ["openai/gpt-5.6-sol", "xhigh"],
  ],
];

/** Classes that a folder's boards do not list: the scale of the shipped fit. */
const USUAL = [-0.8, 0.15, 0.6, 1.6, 1.9];

/** Ascending: a higher tier never needs less. */
export function tierAbilities(rows: readonly AbilityRow[]): readonly number[] {
  const general = new Map(rows.map(({ model, mode, mean }) => [`${model} ${mode}`, floatAt(mean, 0)]));
  let floor = -Infinity;
  return EXEMPLARS.map((exemplars, tier) => {
    const known = exemplars
      .map(([model, mode]) => general.get(`${model} ${mode}`))
      .filter((ability) => ability !== undefined);
    const mean =
      known.length === 0
        ? valueAt(USUAL, tier)
        : known.reduce((sum, ability) => sum + ability, 0) / known.length;
    floor = Math.max(floor, Math.round(mean * 1e4) / 1e4);
    return floor;
  });
}

/** Chosen leave-one-source-out; see docs/research/abilities.md. */
const STRANGER = { mean: -1.2, sd: 0.7 };
const SUCCESS_SLOPE = 1.2;
const NEW_WORK_SD = 0.18;
/** How far tasks of one tier scatter about what its class can do. */
const TIER_SD = 0.35;
/** How far a read tier is believed at least, for operations that no source covers; see docs/research/abilities.md. */
const TIER_BELIEF = { converse: 0.98, title: 0.98 };
export const ABILITY_TENSORS: ReadonlySet<string> = new Set(["abilityMean", "abilityCovariance"]);

const round = (value: number): number => Math.round(1e4 * value) / 1e4;

interface FittedAbilities {
  readonly rows: readonly AbilityRow[];
  readonly section: ArtefactAbilities;
}

/** The fit itself, of whatever is given: all observations, or those without the source that is to be judged. */
export function fitAbilitySection(observations: readonly Observation[]): FittedAbilities {
  const factors = fitBoardFactors(observations);
  const rows = buildAbilityRows(factors, observations, createCatalog().list());
  const { modeSd, defaultModeSd } = FACTOR_PRIORS;
  return {
    rows,
    section: {
      skills: [...SKILLS],
      rows: rows.map(({ mean: _mean, packed: _packed, ...row }) => row),
      modes: MODES.map((mode, index) => ({
        mode,
        mean: round(floatAt(factors.modeMeans, index)),
        sd: mode === "default" ? defaultModeSd : modeSd,
      })),
      boards: listBoardLines(factors, observations),
      stranger: STRANGER,
      slope: SUCCESS_SLOPE,
      newWorkSd: NEW_WORK_SD,
      tiers: { ability: [...tierAbilities(rows)], sd: TIER_SD, belief: TIER_BELIEF },
    },
  };
}

function joinRows(rows: readonly AbilityRow[], of: (row: AbilityRow) => Float64Array, width: number) {
  const joined = new Float32Array(rows.length * width);
  rows.forEach((row, index) => joined.set(of(row), index * width));
  return joined;
}

export function abilityTensors(rows: readonly AbilityRow[]): readonly BaggedTensor[] {
  const width = packedSize(SKILLS.length);
  return [
    {
      name: "abilityMean",
      shape: [rows.length, SKILLS.length],
      data: joinRows(rows, ({ mean }) => mean, SKILLS.length),
    },
    {
      name: "abilityCovariance",
      shape: [rows.length, width],
      data: joinRows(rows, ({ packed }) => packed, width),
    },
  ];
}

/** @throws SignalboxError invalid_data when the data list too few models to tell how able they are */
export async function fitAbilities(
  data: ObservedData,
  model: Pick<RoutingModel, "converse" | "encode">,
): Promise<Pick<AbilityParts, "abilities" | "tensors">> {
  const observations = await listObservations(data);
  if (!canPlaceModels(observations))
    throw new SignalboxError("invalid_data", "The folder lists too few models to tell how able they are.");
  return joinAbilities(observations, readNeedRows({ ...data, model, atlas: loadAtlas() }));
}

interface AbilityParts {
  readonly abilities: ArtefactAbilities;
  readonly tensors: readonly BaggedTensor[];
}

/** Abilities from observations, and what outcomes show of the need of requests. */
export function joinAbilities(observations: readonly Observation[], needRows: NeedRows): AbilityParts {
  const { rows, section } = fitAbilitySection(observations);
  const need = fitNeed(needRows, rows, section);
  return { abilities: { ...section, ...(need && { need }) }, tensors: abilityTensors(rows) };
}
