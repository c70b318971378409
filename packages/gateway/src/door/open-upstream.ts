import type { IncomingHttpHeaders } from "node:http";

import type { GatewayContext } from "../plan/gateway-context.ts";
import { PROTOCOLS } from "../protocols/protocols.ts";
import type { KeySource } from "../settings/settings.ts";
import { addressOf, type Asked } from "../upstreams/address.ts";
import { callUpstream, type Opened } from "../upstreams/call-upstream.ts";
import { requestHeaders } from "../upstreams/forwarded-headers.ts";

interface Request extends Asked {
  readonly key: KeySource;
  /** The client's. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

/** @throws UpstreamFault where no byte came */
export async function openUpstream({ settings, keys }: GatewayContext, request: Request): Promise<Opened> {
  const { upstream, protocol, headers, body, signal } = request;
  const { firstByteMs, idleMs } = settings.limits;
  const sent = requestHeaders({
    headers,
    protocol: PROTOCOLS[protocol],
    key: await keys.keyOf(upstream, request.key),
    extra: upstream.headers,
    gatewayKey: settings.key,
    bytes: body.length,
  });
  return callUpstream({ url: addressOf(request), headers: sent, body, firstByteMs, idleMs, signal });
}
