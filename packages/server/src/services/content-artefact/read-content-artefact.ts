// The artefact that features of a conversation are made with, for callers whose text stays with them.
import { readArtefactFiles, type ArtefactFiles } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { perContext } from "../per-context.ts";

/** @throws SignalboxError conflict when the files are no longer those that decide; invalid_artefact when they are broken */
export async function readContentArtefact({ engine }: ServiceContext): Promise<ArtefactFiles> {
  const { artefactVersion: version, artefactDir } = engine;
  const files = await readArtefactFiles(artefactDir);
  if (files.manifest.version !== version)
    throw new SignalboxError(
      "conflict",
      `The service decides with the artefact "${version}", but its files were replaced by "${files.manifest.version}". Start the service again.`,
    );
  return files;
}

const manifests = perContext((): { read: Promise<ArtefactFiles["manifest"]> | undefined } => ({
  read: undefined,
}));

/** Read once: a running service decides with one artefact, and its files are ten megabytes. */
export async function readContentManifest(context: ServiceContext): Promise<ArtefactFiles["manifest"]> {
  const kept = manifests(context);
  kept.read ??= readContentArtefact(context).then(({ manifest }) => manifest);
  try {
    return await kept.read;
  } catch (fault) {
    kept.read = undefined;
    throw fault;
  }
}
