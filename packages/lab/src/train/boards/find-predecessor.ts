// A newcomer's predecessor for the fit of abilities: the grammar's line, in which a faster edition is the model itself.
import { compareVersions } from "@signalbox/catalog";
import { readName, type ModelFacts } from "@signalbox/contracts";

/** The same model served faster. */
const SPEED = /-(?:highspeed|ultraspeed|fast|turbo)(?=-|$)/g;

interface Place {
  readonly line: string;
  readonly version: readonly number[];
}

function placeInLine(id: string): Place | undefined {
  const { line, version = [] } = readName(id)?.place ?? {};
  if (line === undefined || version.length === 0) return undefined;
  return { line: `${id.slice(0, id.indexOf("/"))}/${line.replace(SPEED, "")}`, version };
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
