// The artefact that features of a conversation are made with, for callers whose text stays with them.
import { readArtefactFiles, type ArtefactFiles } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";

/** @throws SignalboxError conflict when the files are no longer those that decide; invalid_artefact when they are broken */
export async function readContentArtefact({ engine }: ServiceContext): Promise<ArtefactFiles> {
  const { version, directory } = engine.contentArtefact;
  const files = await readArtefactFiles(directory);
  if (files.manifest.version !== version)
    throw new SignalboxError(
      "conflict",
      `The service decides with the artefact "${version}", but its files were replaced by "${files.manifest.version}". Start the service again.`,
    );
  return files;
}
