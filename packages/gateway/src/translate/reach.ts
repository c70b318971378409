// How a call reaches a model: in its client's own protocol where the upstream speaks it, else by a translator.
import type { Takes } from "../models/takes.ts";
import type { ProtocolName } from "../protocols/protocol.ts";
import type { Upstream } from "../settings/settings.ts";
import type { Translator } from "./translator.ts";
import { translatorOf } from "./create-translator.ts";

export interface Reach {
  readonly protocol: ProtocolName;
  /** Undefined where client and upstream speak the same. */
  readonly translator: Translator | undefined;
}

/** The richest first: thoughts and tools pass through Responses and Messages better than through Chat. */
const ORDER = ["responses", "messages", "chat"] as const;

export interface Reached {
  readonly from: ProtocolName;
  readonly upstream: Pick<Upstream, "protocols">;
  readonly takes: Takes;
  readonly hasTools: boolean;
}

/** Undefined where the client cannot reach the model. */
export function reachOf({ from, upstream, takes, hasTools }: Reached): Reach | undefined {
  const translated = ORDER.filter((to) => to !== from && upstream.protocols.includes(to))
    .map((to) => translatorOf(from, to))
    .find((translator) => translator !== undefined);
  // Such models take tools and thought together through Responses alone.
  const isAwkward = from === "chat" && hasTools && takes.chatTools !== undefined;
  const isNative = upstream.protocols.includes(from);
  if (translated !== undefined && (!isNative || (isAwkward && translated.to === "responses")))
    return { protocol: translated.to, translator: translated };
  return isNative ? { protocol: from, translator: undefined } : undefined;
}
