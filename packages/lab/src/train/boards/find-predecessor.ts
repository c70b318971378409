// Lines of models: "claude-opus-4.8", "claude-opus-5" and "claude-opus-5.5" are one, so a newcomer has a predecessor.
import { compareVersions } from "@signalbox/catalog";
import type { ModelFacts } from "@signalbox/contracts";

const VERSION = /^v?\d+(?:\.\d+)*$/;
/** The same model served otherwise, or an early name of it. */
const SERVING = /^(?:preview|exp|latest|highspeed|ultraspeed|fast|turbo|\d{2,4}|\d{6,8})$/;

interface Place {
  readonly line: string;
  readonly version: readonly number[];
}

/** Line and version of an id; undefined for a name without a version. */
export function placeInLine(id: string): Place | undefined {
  const words = id.split("-").filter((word, index) => index === 0 || !SERVING.test(word) || word.length < 2);
  const at = words.findIndex((word) => VERSION.test(word));
  if (at < 0) return undefined;
  const version = (words[at] ?? "").replace("v", "").split(".").map(Number);
  return { line: words.map((word, index) => (index === at ? "#" : word)).join("-"), version };
}

/** The latest earlier (or equal, otherwise served) model of the line among `known`. */
export function findPredecessor(
  model: Pick<ModelFacts, "id">,
  known: readonly Pick<ModelFacts, "id">[],
): string | undefined {
  const own = placeInLine(model.id);
  if (own === undefined) return undefined;
  let best: { readonly id: string; readonly version: readonly number[] } | undefined;
  for (const { id } of known) {
    const place = placeInLine(id);
    if (id === model.id || place?.line !== own.line || compareVersions(place.version, own.version) > 0)
      continue;
    if (best === undefined || compareVersions(place.version, best.version) > 0)
      best = { id, version: place.version };
  }
  return best?.id;
}
