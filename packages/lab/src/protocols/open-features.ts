// The vectors that every learned method of a run gets.
import { SignalboxError } from "@signalbox/contracts";

import { LATENT_SEMANTIC_FEATURES } from "../features/latent-semantic.ts";
import type { FeatureSource } from "../features/latent-semantic.ts";
import type { ArtefactView } from "../estimators/custom/custom-router.ts";

/** `text`: the folder's own words; `artefact`: what the artefact reads. */
export type FeatureName = "text" | "artefact";

/** @throws SignalboxError bad_request without the artefact they rest on */
export function openFeatures(wanted: FeatureName | undefined, views: readonly ArtefactView[]): FeatureSource {
  if (wanted !== "artefact") return LATENT_SEMANTIC_FEATURES;
  const [view] = views;
  if (view === undefined)
    throw new SignalboxError("bad_request", "Features of the artefact need an artefact folder.");
  const { featureCount: dim } = view.model;
  return {
    title: `features of the artefact ${view.manifest.version}, ${dim} wide`,
    fit: () => ({ dim, encode: (texts) => view.featuresOf(texts) }),
  };
}
