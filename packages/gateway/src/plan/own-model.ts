// Names: which of them is routed, which is pinned, and which model a client would have called without a gateway.
import { SignalboxError } from "@signalbox/contracts";

import { sameModel } from "./target-takes.ts";
import type { SessionState } from "../sessions/session-book.ts";
import type { GatewayCandidate, Upstream } from "../settings/settings.ts";
import type { Provider } from "../upstreams/pauses.ts";
import type { GatewayContext } from "./gateway-context.ts";
import type { Call } from "./read-call.ts";

export interface Target {
  readonly label: string;
  /** The name that the upstream uses. */
  readonly model: string;
  readonly upstream: Upstream;
}

/** Whose servers answer, as far as it is known, and whose limits count there. */
export const providerOf = (
  { catalog }: GatewayContext,
  { label, model, upstream }: Target,
  caller: string,
): Provider => ({
  upstream: upstream.name,
  vendor: (catalog.resolve({ model: label }) ?? catalog.resolve({ model }))?.vendor ?? "",
  model,
  caller: upstream.key.from === "client" ? caller : undefined,
});

/** A name with a date, or in another vendor's spelling, is its model. */
export function findNamed({ settings, catalog }: GatewayContext, name: string): GatewayCandidate | undefined {
  const { candidates } = settings;
  const same =
    candidates.find(({ label }) => label === name) ?? candidates.find(({ model }) => model === name);
  if (same !== undefined) return same;
  const id = catalog.resolve({ model: name })?.id;
  return id === undefined ? undefined : candidates.find((candidate) => sameModel(catalog, id, candidate));
}

/** The model that a name asks for, candidate or not; undefined for names that are to be routed. */
export function findWish(
  context: GatewayContext,
  call: Pick<Call, "named" | "protocol" | "isAuto">,
): GatewayCandidate | undefined {
  const { named } = call;
  if (call.isAuto) return undefined;
  const candidate = findNamed(context, named);
  if (candidate !== undefined || context.settings.routesNamed) return candidate;
  if (context.catalog.resolve({ model: named }) === undefined) return undefined;
  return { ...ownModel(context, call, undefined), wire: { name: named, model: named } };
}

/** The model that the client would have called without a gateway; for `auto`, the session's last or the first candidate. */
export function ownModel(
  context: GatewayContext,
  call: Pick<Call, "named" | "protocol" | "isAuto">,
  before: SessionState | undefined,
): Target {
  const { upstreams, candidates } = context.settings;
  const speaks = (upstream: Upstream): boolean => upstream.protocols.includes(call.protocol.name);
  const known = call.isAuto
    ? (candidates.find(({ label }) => label === before?.label) ??
      candidates.find(({ upstream }) => speaks(upstream)) ??
      candidates[0])
    : findNamed(context, call.named);
  if (known !== undefined) return known;
  const vendor = context.catalog.resolve({ model: call.named })?.vendor;
  const upstream =
    upstreams.find((each) => each.name === vendor && speaks(each)) ?? upstreams.find(speaks) ?? upstreams[0];
  if (upstream === undefined) throw new SignalboxError("invalid_configuration", "No upstream is configured.");
  return { label: call.named, model: call.named, upstream };
}
