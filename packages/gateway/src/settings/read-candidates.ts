// The models that calls may be sent to, each with the upstream that serves it.
import type { Catalog } from "@signalbox/catalog";
import type { FieldError, ProviderWire } from "@signalbox/contracts";

import type { SettingsFile } from "./settings-file.ts";
import type { GatewayCandidate, Upstream } from "./settings.ts";

interface Known {
  readonly upstreams: readonly Upstream[];
  readonly catalog: Pick<Catalog, "resolve">;
  readonly faults: FieldError[];
}

type Entry = Exclude<NonNullable<SettingsFile["candidates"]>[number], string>;

/** Anthropic's own interface writes versions with hyphens. */
const spelled = ({ url }: Upstream, name: string): string =>
  /(?:^|\.)anthropic\.com$/.test(URL.parse(url)?.hostname ?? "") ? name.replaceAll(".", "-") : name;

/**
 * `anthropic/claude-x`, as a label or as a model, is with the upstream of that name; the only upstream serves everything; else the vendor's
 * own is asked.
 */
function placeOf(
  { label, upstream, model }: Entry,
  known: Known,
): Pick<GatewayCandidate, "upstream" | "model"> | undefined {
  const { upstreams } = known;
  const called = model ?? label;
  if (upstream !== undefined) {
    const found = upstreams.find(({ name }) => name === upstream);
    return found && { upstream: found, model: called };
  }
  for (const name of [label, called]) {
    const slash = name.indexOf("/");
    const prefixed = upstreams.find((each) => each.name === name.slice(0, slash));
    if (prefixed !== undefined)
      return { upstream: prefixed, model: model ?? spelled(prefixed, name.slice(slash + 1)) };
  }
  const [only] = upstreams;
  if (only !== undefined && upstreams.length === 1) return { upstream: only, model: called };
  const vendor = known.catalog.resolve({ model: called })?.vendor;
  const own = upstreams.find(({ name }) => name === vendor);
  return own && { upstream: own, model: called };
}

export function readCandidates(
  named: NonNullable<SettingsFile["candidates"]>,
  known: Known,
): readonly GatewayCandidate[] {
  const { upstreams, faults } = known;
  const seen = new Set<string>();
  const candidates = named.flatMap((given, index): GatewayCandidate[] => {
    const entry: Entry = typeof given === "string" ? { label: given } : given;
    const { label, upstream: _upstream, model: _called, ...facts } = entry;
    const place = placeOf(entry, known);
    const names = upstreams.map(({ name }) => name).join(", ");
    if (place === undefined || seen.has(label)) {
      const message = seen.has(label) ? `"${label}" is there twice.` : `No upstream serves "${label}".`;
      const fix = seen.has(label) ? "Remove one." : `Write UPSTREAM/MODEL; the upstreams are ${names}.`;
      faults.push({ location: `candidates[${index}]`, message, fix });
      return [];
    }
    seen.add(label);
    const isKnown = known.catalog.resolve({ model: label }) !== undefined;
    const wire: ProviderWire = { ...facts, name: label, model: isKnown ? label : place.model };
    return [{ label, ...place, wire }];
  });
  if (named.length === 0 && upstreams.length > 0)
    faults.push({
      location: "candidates",
      message: "There are none.",
      fix: "Name the models that calls may go to: `--candidates a,b,c`, or `candidates` in the file.",
    });
  return candidates;
}
