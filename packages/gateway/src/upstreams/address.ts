// The address of a call at its upstream, from the path alone: what a client writes before it could name another host.
import type { IncomingHttpHeaders } from "node:http";

import type { ProtocolName } from "../protocols/protocol.ts";
import type { Upstream } from "../settings/settings.ts";

const ENDPOINTS: Readonly<Record<ProtocolName, string>> = {
  messages: "/messages",
  chat: "/chat/completions",
  responses: "/responses",
};

export interface Asked {
  readonly upstream: Upstream;
  readonly protocol: ProtocolName;
  readonly headers: IncomingHttpHeaders;
  /** The client's target; its query is forwarded. */
  readonly query: string;
  /** Behind the endpoint of the protocol. */
  readonly more?: string;
}

export function addressOf({ upstream, protocol, headers, query, more = "" }: Asked): URL {
  // The token of a ChatGPT login is refused where keys are taken.
  const isPlan = headers["chatgpt-account-id"] !== undefined && upstream.planUrl !== undefined;
  const url = new URL(isPlan ? upstream.planUrl : upstream.url);
  url.pathname = url.pathname.replace(/\/+$/, "") + ENDPOINTS[protocol] + more;
  const at = query.indexOf("?");
  if (at >= 0)
    for (const [name, value] of new URLSearchParams(query.slice(at))) url.searchParams.append(name, value);
  return url;
}
