// An artefact in memory with other abilities: how the laboratory judges the served decision on a source that the shipped
// abilities learned from.
import type { ArtefactManifest } from "@signalbox/contracts";
import { listWrittenTensors, packArtefact } from "../artefact/write-artefact.ts";
import { ABILITY_TENSORS, joinAbilities } from "./fit-abilities.ts";
import type { Observation } from "./board-score.ts";
import type { NeedRows } from "./need-rows.ts";

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
