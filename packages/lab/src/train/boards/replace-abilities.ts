// An artefact in memory with other abilities: how the laboratory judges the served decision on a source that the shipped
// abilities learned from.
import type { ArtefactManifest } from "@signalbox/contracts";
import { listWrittenTensors } from "../artefact/written-tensors.ts";
import { packArtefact } from "../artefact/write-artefact.ts";
import { ABILITY_TENSORS, abilityTensors, fitAbilitySection } from "./add-abilities.ts";
import type { Observation } from "./board-score.ts";
import { fitNeed } from "./fit-need.ts";
import type { NeedRows } from "./need-rows.ts";

export interface ArtefactParts<Digest> {
  readonly manifest: ArtefactManifest;
  readonly tensors: Uint8Array;
  readonly sha256: Digest;
}

/**
 * The difficulty curve stays that of the artefact.
 * @throws RangeError when the artefact has no abilities to replace
 */
export function replaceAbilities<Digest>(
  artefact: ArtefactParts<Digest>,
  observations: readonly Observation[],
  needRows: NeedRows,
): ArtefactParts<Digest> {
  const { tensors: _tensors, tensorFile: _file, version: _version, ...head } = artefact.manifest;
  if (head.abilities === undefined) throw new RangeError("The artefact has no fitted abilities.");
  const { rows, section } = fitAbilitySection(observations);
  const kept = listWrittenTensors(artefact.manifest, artefact.tensors).filter(
    ({ name }) => !ABILITY_TENSORS.has(name),
  );
  const { difficulty, tiers } = head.abilities;
  const need = fitNeed(needRows, rows, section);
  const packed = packArtefact(
    {
      ...head,
      abilities: { ...section, tiers: { ...tiers, ...section.tiers }, ...(need && { need }), difficulty },
    },
    [...kept, ...abilityTensors(rows)],
  );
  return { manifest: packed.manifest, tensors: packed.bytes, sha256: artefact.sha256 };
}
