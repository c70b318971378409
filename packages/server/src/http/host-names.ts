// Which names of the service a browser may use. A page of another site may point its name at this address ("rebinding") and then
// reads what the service shows without a key; a request with a key needs no such check, since no page of another site has one.
import { isIP } from "node:net";

import { SignalboxError } from "@signalbox/contracts";
import type { FastifyRequest } from "fastify";

/** Names that no other site can have: addresses, and names without a dot, which a proxy in front may use. */
const isLocal = (name: string): boolean =>
  !name.includes(".") || name.endsWith(".localhost") || isIP(name) > 0;

/**
 * Probes of balancers are answered under every name.
 * @param publicUrl empty, or no address: every name is admitted
 * @returns the refusal of a request without a key under a name that is not the service's
 */
export function createHostCheck(publicUrl: string, neverShed: ReadonlySet<string>) {
  const publicName = URL.parse(publicUrl)?.hostname ?? "";
  return (request: FastifyRequest): SignalboxError | undefined => {
    if (publicName === "" || request.headers.authorization !== undefined) return undefined;
    const name = request.hostname.toLowerCase();
    if (name === publicName || isLocal(name)) return undefined;
    if (neverShed.has(request.routeOptions.url ?? "")) return undefined;
    return new SignalboxError(
      "forbidden",
      `This service is not known under the name of the \`Host\` header. Open ${publicUrl}, or correct \`server.publicUrl\`.`,
    );
  };
}
