// Whom a passkey is made for: a name that browsers see in the address bar. It comes from the configuration, never from
// the host header, which a request can forge.
import { isIP } from "node:net";

import type { Config } from "@signalbox/contracts";

export interface RelyingParty {
  /** The host's name, without the port. */
  readonly id: string;
  readonly origin: string;
}

/** Undefined where the service has an address of numbers: browsers make no passkeys for those. */
export function relyingParty({ server }: Config): RelyingParty | undefined {
  const url = URL.parse(server.publicUrl === "" ? `http://localhost:${server.port}` : server.publicUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const id = url.hostname;
  return isIP(id.replaceAll(/[[\]]/g, "")) === 0 ? { id, origin: url.origin } : undefined;
}
