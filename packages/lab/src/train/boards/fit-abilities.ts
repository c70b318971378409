// Abilities of all models from public boards and train outcomes. The boards are read from the data folder; only what is fitted goes into the artefact.
import { createCatalog } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import type { ArtefactAbilities } from "@signalbox/contracts";
import type { RoutingModel } from "@signalbox/engine";
import { packedSize } from "@signalbox/engine/numerics";
import { loadAtlas } from "../../atlas/atlas.ts";
import type { BaggedTensor } from "../artefact/tensor-bag.ts";
import { MODES, SKILLS } from "./board-score.ts";
import type { Observation } from "./board-score.ts";
import { buildAbilityRows, listBoardLines } from "./build-ability-rows.ts";
import type { AbilityRow } from "./build-ability-rows.ts";
import { FACTOR_PRIORS } from "./factor-table.ts";
import { canPlaceModels, fitBoardFactors } from "./fit-board-factors.ts";
import { fitNeed } from "./fit-need.ts";
import { readNeedRows } from "./need-rows.ts";
import type { NeedRows } from "./need-rows.ts";
import { listObservations } from "./list-observations.ts";
import type { ObservedData } from "./list-observations.ts";
import { tierAbilities } from "./tier-abilities.ts";
import { floatAt } from "../../arrays/value-at.ts";

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
