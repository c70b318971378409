// Which candidates a call may go to, before anybody decides.
import { pricesOf } from "../bill/price-call.ts";
import { takesOfTarget } from "./target-takes.ts";
import { isSearch } from "../models/fit-members.ts";
import type { ProtocolName } from "../protocols/protocol.ts";
import { recordsOf } from "../protocols/read-json.ts";
import type { GatewayCandidate, RoleSettings } from "../settings/settings.ts";
import { reachOf } from "../translate/reach.ts";
import { providerOf } from "./own-model.ts";
import type { Call } from "./read-call.ts";
import type { GatewayContext } from "./gateway-context.ts";

export interface Offered {
  readonly candidates: readonly GatewayCandidate[];
  /** Candidates that the call brings no key for. */
  readonly unreached: readonly string[];
}

/** Typical of JSON in English and code. */
const BYTES_PER_TOKEN = 4;

/** About the length of the conversation. @unit tokens */
export const tokensOf = ({ bytes }: Pick<Call, "bytes">): number => bytes / BYTES_PER_TOKEN;

/** Pictures are many bytes and few tokens: nothing is said of a call whose window they would fill. */
function fits({ catalog }: GatewayContext, call: Call, candidate: GatewayCandidate): boolean {
  const { windowTokens, search } = takesOfTarget({ catalog }, candidate);
  const tools = recordsOf(call.body["tools"]);
  if (search === "none" && tools.length > 0 && tools.every(isSearch)) return false;
  return windowTokens === undefined || call.hasPictures || tokensOf(call) <= windowTokens;
}

export interface Client {
  readonly protocol: ProtocolName;
  /** It brings a key of its vendor. */
  readonly showsKey: boolean;
}

/** A client's key goes to no vendor but its own. */
const hasKey = (
  { settings }: Pick<GatewayContext, "settings">,
  { protocol, showsKey }: Client,
  { key, spareKey, protocols }: GatewayCandidate["upstream"],
): boolean =>
  key.from !== "client" ||
  settings.upstreams.length === 1 ||
  (protocols.includes(protocol) ? showsKey : spareKey !== undefined);

/** In the client's own protocol, or translated. */
export function canReach(
  context: Pick<GatewayContext, "catalog" | "settings">,
  client: Client,
  candidate: GatewayCandidate,
): boolean {
  const { upstream } = candidate;
  const takes = takesOfTarget(context, candidate);
  return (
    reachOf({ from: client.protocol, upstream, takes, hasTools: true }) !== undefined &&
    hasKey(context, client, upstream)
  );
}

export const clientOf = ({ protocol, session }: Pick<Call, "protocol" | "session">): Client => ({
  protocol: protocol.name,
  showsKey: session.showsKey,
});

const OUTPUT_SHARE = 0.25;

/** A price that candidates are held against each other by; undefined where it is unknown. @unit USD per 1M tokens */
function classPrice(
  { catalog, settings }: Pick<GatewayContext, "catalog" | "settings">,
  { label }: GatewayCandidate,
): number | undefined {
  const { inputUsdPerMTok: input, outputUsdPerMTok: output } = pricesOf(
    { catalog, candidates: settings.candidates },
    label,
  );
  if (input === undefined || output === undefined) return undefined;
  return (1 - OUTPUT_SHARE) * input + OUTPUT_SHARE * output;
}

/**
 * The model that savings are held against where the client asked for `auto`: the model that the settings name, else the most
 * expensive candidate, since agents come with their vendor's flagship. Undefined where no price is known.
 * @param client whose candidates; default all
 */
export function autoBaseline(
  context: Pick<GatewayContext, "catalog" | "settings">,
  client?: Client,
): string | undefined {
  const { baseline, candidates } = context.settings;
  if (baseline !== undefined)
    return candidates.find(({ label, model }) => label === baseline || model === baseline)?.label ?? baseline;
  const reached = candidates.filter((each) => client === undefined || canReach(context, client, each));
  const own = reached.filter(
    ({ upstream }) => client === undefined || upstream.protocols.includes(client.protocol),
  );
  // Translated models come into play where the client's protocol has none: a client alone would not have had them.
  const priced = (own.length > 0 ? own : reached).map((candidate) => ({
    label: candidate.label,
    price: classPrice(context, candidate) ?? 0,
  }));
  return priced.filter(({ price }) => price > 0).toSorted((a, b) => b.price - a.price)[0]?.label;
}

function isBelowCeiling(
  context: GatewayContext,
  candidate: GatewayCandidate,
  ceiling: string | undefined,
): boolean {
  const top = context.settings.candidates.find(({ label }) => label === ceiling);
  const most = top && classPrice(context, top);
  const own = classPrice(context, candidate);
  return most === undefined || own === undefined || own <= most;
}

export function candidatesOf(context: GatewayContext, call: Call, role: RoleSettings): Offered {
  const { settings, pauses } = context;
  const client = clientOf(call);
  const isReached = (candidate: GatewayCandidate): boolean => canReach(context, client, candidate);
  const reached = settings.candidates.filter(isReached);
  // Without any key the provider says best what is missing.
  const able = reached.length > 0 ? reached : settings.candidates;
  const allowed = able.filter(
    (candidate) => isBelowCeiling(context, candidate, role.ceiling) && fits(context, call, candidate),
  );
  const awake = allowed.filter(
    (candidate) => !pauses.isPaused(providerOf(context, candidate, call.session.caller)),
  );
  return {
    // With every upstream paused, trying is better than refusing.
    candidates: awake.length > 0 ? awake : allowed.length > 0 ? allowed : able,
    unreached: settings.candidates.filter((each) => !isReached(each)).map(({ label }) => label),
  };
}

/** Candidates of one class cost within this factor of each other. */
const CLASS_FACTOR = 2;

/** The class above a candidate: the next more expensive one, and those that cost about the same. Empty above the top. */
export function classAbove(
  context: GatewayContext,
  candidates: readonly GatewayCandidate[],
  label: string,
): readonly GatewayCandidate[] {
  const current = context.settings.candidates.find((candidate) => candidate.label === label);
  const own = current && classPrice(context, current);
  if (own === undefined) return [];
  const above = candidates
    .map((candidate) => ({ candidate, price: classPrice(context, candidate) ?? 0 }))
    .filter(({ price }) => price > own)
    .toSorted((a, b) => a.price - b.price);
  const least = above[0]?.price ?? 0;
  return above.filter(({ price }) => price <= least * CLASS_FACTOR).map(({ candidate }) => candidate);
}
