// The stored form of a trained router: its correction and the artefact it was trained on top of.
import type { LearnedPolicy } from "@signalbox/engine";
import { createRouterPolicy, parseRouter, ROUTER_FORMAT } from "@signalbox/engine/learn";

interface RouterArtefact {
  readonly artefactVersion: string;
  readonly correction: string;
}

export function encodeRouterArtefact(artefact: RouterArtefact): Uint8Array {
  return Buffer.from(JSON.stringify(artefact));
}

/** The basis that a router stands on; with another artefact or another release it says nothing any more. */
export const basisOf = (artefactVersion: string): string => `${artefactVersion}, ${ROUTER_FORMAT}`;

/**
 * The policy of a stored router; undefined when it was trained on another artefact, whose features mean something else, or
 * by another release.
 * @throws SignalboxError invalid_artefact
 */
export function decodeRouterPolicy(
  id: string,
  blob: Uint8Array,
  artefactVersion: string,
): LearnedPolicy | undefined {
  const artefact = JSON.parse(Buffer.from(blob).toString("utf8")) as RouterArtefact;
  if (artefact.artefactVersion !== artefactVersion) return undefined;
  const fitted = parseRouter(artefact.correction);
  return fitted && createRouterPolicy(`router-${id}`, fitted);
}
