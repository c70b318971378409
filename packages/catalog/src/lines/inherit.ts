// An unknown version of a known line: its predecessor's limits, modes and price, each marked as taken over.
import type { ModelFacts, ModelName, ModelPrices, NameLine } from "@signalbox/contracts";
import { readName } from "@signalbox/contracts";
import type { LineIndex } from "./line-index.ts";
import { compareVersions, createLineIndex } from "./line-index.ts";

/** A version further ahead than this is rather a slip: "gpt-55". */
const MAJOR_AHEAD_MAX = 3;
const MAJOR_MAX = 9;

/** The known model that an unknown one follows; undefined where the name is of no known line or not newer. */
export function predecessorOf(name: ModelName, lines: LineIndex): ModelFacts | undefined {
  // A word such as "max" may be the line's own or a mode: the whole name goes first.
  const withoutMode = name.effort === undefined ? undefined : readName(name.effort.name)?.place;
  return earlierVersion(name.place, name.vendor, lines) ?? earlierVersion(withoutMode, name.vendor, lines);
}

function earlierVersion(
  place: NameLine | undefined,
  vendor: string | undefined,
  lines: LineIndex,
): ModelFacts | undefined {
  if (place === undefined || place.version.length === 0) return undefined;
  const before = lines.predecessorOf(place, vendor);
  const known = before && readName(before.id)?.place;
  if (before === undefined || known === undefined) return undefined;
  // The major version of a month is 0: "mistral-large-2512" comes before any numbered version.
  const [major = 0, majorBefore = 0] = [place.version[0], known.version[0]];
  const isNear = major - majorBefore <= MAJOR_AHEAD_MAX || (majorBefore === 0 && major <= MAJOR_MAX);
  return isNear && compareVersions(place.version, known.version) > 0 ? before : undefined;
}

const assumed = (prices: ModelPrices, from: string): ModelPrices => {
  const { window: _window, ...listed } = prices;
  return { ...listed, isAssumed: true, source: `assumed to be that of ${from}` };
};

/** Facts under another name, as far as a successor has them; what ends, or was measured, is not taken over. */
export function inheritFacts(before: ModelFacts, { id, name }: Pick<ModelFacts, "id" | "name">): ModelFacts {
  const {
    releasedOn: _released,
    isDeprecated: _deprecated,
    deprecatedOn: _on,
    successor: _successor,
    shutdown: _shutdown,
    shutdowns: _shutdowns,
    namedMode: _mode,
    namedBudgetTokens: _budget,
    movedFrom: _moved,
    asOf: _asOf,
    modes,
    prices,
    ...kept
  } = before;
  return {
    ...kept,
    id,
    name,
    ...(modes === undefined ? {} : { modes: { ...modes, isGuessed: true } }),
    ...(prices === undefined ? {} : { prices: assumed(prices, before.id) }),
    predecessor: before.id,
    predecessors: [before.id, ...(before.predecessors ?? [])],
    isInherited: true,
    scores: [],
    sources: [`taken over from ${before.id}`],
    confidence: "low",
  };
}

const LINKS_MAX = 6;

/** The predecessors of a model, the nearest first. */
function chainOf(id: string, byId: ReadonlyMap<string, ModelFacts>): readonly string[] {
  const chain: string[] = [];
  for (let at = byId.get(id)?.predecessor; at !== undefined && chain.length < LINKS_MAX;) {
    if (at === id || chain.includes(at)) break;
    chain.push(at);
    at = byId.get(at)?.predecessor;
  }
  return chain;
}

/** The facts that the operator states of a model of their own, over those of its predecessor. */
function completed(own: ModelFacts, before: ModelFacts): ModelFacts {
  const { isInherited: _mark, sources: _sources, ...taken } = inheritFacts(before, own);
  const { tokenizer, ...stated } = own;
  return {
    ...taken,
    ...stated,
    ...(tokenizer === "unknown" ? {} : { tokenizer }),
    predecessor: before.id,
    sources: [...own.sources, `the rest from ${before.id}`],
  };
}

/**
 * Adds the chain of predecessors to each model; a model of the operator's own takes over what its entry leaves out.
 * @param listed ids of the committed data
 */
export function withPredecessors(
  facts: readonly ModelFacts[],
  listed: ReadonlySet<string>,
  nowMs: number,
): readonly ModelFacts[] {
  const own = facts.filter(({ id }) => !listed.has(id));
  const byId = new Map(facts.map((each) => [each.id, each]));
  if (own.length > 0) {
    const lines = createLineIndex(
      facts.filter(({ id }) => listed.has(id)),
      nowMs,
    );
    for (const each of own) {
      const place = readName(each.id)?.place;
      const stated = each.predecessor === undefined ? undefined : byId.get(each.predecessor);
      const before = stated ?? (place && lines.predecessorOf(place, each.vendor));
      if (before !== undefined && before.id !== each.id) byId.set(each.id, completed(each, before));
    }
  }
  const withChain = (each: ModelFacts): ModelFacts => {
    const predecessors = each.predecessor === undefined ? [] : chainOf(each.id, byId);
    return predecessors.length === 0 ? each : { ...each, predecessors };
  };
  return [...byId.values()].map(withChain);
}
