// A step of the recipe that can also be run alone on a finished artefact: abilities of all models from public boards and
// train outcomes. The boards are read from the data folder; only what is fitted goes into the artefact.
import { createCatalog, readArtefactFiles } from "@signalbox/catalog";
import type { ArtefactAbilities, ArtefactManifest } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import type { RoutingModel } from "@signalbox/engine";
import { packedSize } from "@signalbox/engine/numerics";
import { loadAtlas } from "../../atlas/atlas.ts";
import type { BaggedTensor } from "../artefact/tensor-bag.ts";
import { writeArtefact } from "../artefact/write-artefact.ts";
import { listWrittenTensors } from "../artefact/written-tensors.ts";
import { MODES, SKILLS } from "./board-score.ts";
import type { Observation } from "./board-score.ts";
import { buildAbilityRows, listBoardLines } from "./build-ability-rows.ts";
import type { AbilityRow } from "./build-ability-rows.ts";
import { FACTOR_PRIORS } from "./factor-table.ts";
import { canPlaceModels, fitBoardFactors } from "./fit-board-factors.ts";
import { fitDifficulty } from "./fit-difficulty.ts";
import { fitNeed } from "./fit-need.ts";
import { readNeedRows } from "./need-rows.ts";
import { listObservations } from "./list-observations.ts";
import type { ObservedData } from "./list-observations.ts";
import { tierAbilities } from "./tier-abilities.ts";
import { floatAt } from "../../arrays/value-at.ts";

/** Chosen leave-one-source-out; see docs/research/abilities.md. */
const STRANGER = { mean: -1.2, sd: 0.7 };
const SUCCESS_SLOPE = 1.2;
const NEW_WORK_SD = 0.18;
/** A model of the class that a task needs does it well this often; how far tasks of one tier scatter about it. */
const TIER = { chance: 0.93, sd: 0.35 };
/**
 * How far a read tier is believed where outcomes of sources exist, and for operations that no source covers. Chosen on the
 * sources; see docs/research/abilities.md.
 */
const TIER_BELIEF = { share: 0.95, byOperation: { converse: 0.98, title: 0.98 } };
export const ABILITY_TENSORS: ReadonlySet<string> = new Set(["abilityMean", "abilityCovariance"]);

const round = (value: number): number => Math.round(1e4 * value) / 1e4;

export interface FittedAbilities {
  readonly rows: readonly AbilityRow[];
  readonly section: Omit<ArtefactAbilities, "difficulty">;
}

/** The fit itself, of whatever is given: all observations, or those without the source that is to be judged. */
export function fitAbilitySection(observations: readonly Observation[]): FittedAbilities {
  const factors = fitBoardFactors(observations);
  const catalog = createCatalog().list();
  const rows = buildAbilityRows(
    factors,
    observations,
    catalog.map(({ id }) => id),
  );
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
      tiers: { ability: [...tierAbilities(rows)], ...TIER },
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

export interface AbilityFit extends ObservedData {
  /** Gives a model what it needs beside the artefact, such as vectors of its encoder. */
  readonly complete?: (model: RoutingModel) => RoutingModel;
}

/**
 * Adds the abilities to the artefact in `dir`, replacing earlier ones; returns the manifest as written. Data that list too few
 * models leave the artefact as it is: its success then rests on the network alone.
 */
export async function addAbilities(dir: string, fit: AbilityFit): Promise<ArtefactManifest> {
  const { dataset, split, complete = (model: RoutingModel) => model } = fit;
  const observations = await listObservations(fit);
  const files = await readArtefactFiles(dir);
  if (!canPlaceModels(observations)) return files.manifest;
  const { rows, section } = fitAbilitySection(observations);
  const plain = rows.filter(({ mode }) => mode === "default");
  const model = complete(loadRoutingModel(files));
  const { curves, broad } = fitDifficulty({
    dataset,
    split,
    abilities: new Map(plain.map(({ model: id, mean }) => [id, floatAt(mean, 0)])),
    slope: SUCCESS_SLOPE,
    model,
  });
  const need = fitNeed(readNeedRows({ dataset, split, model, atlas: loadAtlas() }), rows, section);
  const tiers = { ...section.tiers, broad, belief: TIER_BELIEF };
  const { tensors: _tensors, tensorFile: _file, version: _version, ...head } = files.manifest;
  const kept = listWrittenTensors(files.manifest, files.tensors).filter(
    ({ name }) => !ABILITY_TENSORS.has(name),
  );
  return writeArtefact(
    dir,
    { ...head, abilities: { ...section, tiers, ...(need && { need }), difficulty: curves } },
    [...kept, ...abilityTensors(rows)],
  );
}
