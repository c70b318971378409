// Answers addresses that no route takes: a file of the dashboard, a known address under another method (405), or nothing (404).
// Settled before the body is read, and without one framework route per forbidden method, which would slow every start.
import { SignalboxError } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

import { urlsOf } from "./route.ts";
import type { Route } from "./route.ts";

interface KnownAddress {
  readonly pattern: RegExp;
  readonly method: string;
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, "[^/]+");
  return new RegExp(`^${escaped}/?$`);
}

function knownAddresses(routes: readonly Route[]): readonly KnownAddress[] {
  return routes.flatMap((route) =>
    urlsOf(route).map((url) => ({ pattern: patternOf(url), method: route.method })),
  );
}

/** Methods of the routes at this address; empty when there are none. */
function allowedAt(addresses: readonly KnownAddress[], url: string): readonly string[] {
  const path = (url.split("?", 1)[0] ?? "/").replaceAll(/\/{2,}/g, "/");
  const methods = new Set(addresses.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods];
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Sends a page and returns undefined, or returns the fault to answer with. */
export function createUnknownAddress(routes: readonly Route[], sendPage: SendPage | undefined) {
  let addresses: readonly KnownAddress[] | undefined;
  return (request: FastifyRequest, reply: FastifyReply): SignalboxError | undefined => {
    addresses ??= knownAddresses(routes);
    const allowed = allowedAt(addresses, request.url);
    if (allowed.length > 0) {
      const allow = allowed.join(", ");
      void reply.header("allow", allow);
      return new SignalboxError("method_not_allowed", `This address answers ${allow} only.`);
    }
    if (sendPage?.(request, reply) === true) return undefined;
    return new SignalboxError(
      "not_found",
      "There is nothing at this address. The reference page is at /docs.",
    );
  };
}
