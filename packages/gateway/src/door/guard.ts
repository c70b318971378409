// Who may knock. On the loopback every program of this machine may, but no page of a browser: a page could otherwise spend the
// keys of the environment. Elsewhere the gateway's key is asked for.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { isLoopback } from "../settings/is-loopback.ts";
import type { GatewaySettings } from "../settings/settings.ts";

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

const isSame = (a: string, b: string): boolean => timingSafeEqual(digestOf(a), digestOf(b));

function shownKeys({ headers }: IncomingMessage): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1];
  return [headers["x-signalbox-key"], headers["x-api-key"], bearer].filter((key) => typeof key === "string");
}

/** The name of a host, without its port. */
const hostOf = (authority: string): string => URL.parse(`http://${authority}`)?.hostname ?? "";

interface Refusal {
  readonly status: number;
  readonly message: string;
}

export function refusalOf(request: IncomingMessage, { key }: GatewaySettings): Refusal | undefined {
  const { headers } = request;
  // Every page has one of both, a page of another port of this machine too; no agent has.
  if (headers.origin !== undefined || (headers["sec-fetch-site"] ?? "none") !== "none")
    return { status: 403, message: "Pages of browsers may not call this gateway." };
  if (key !== undefined)
    return shownKeys(request).some((shown) => isSame(shown, key))
      ? undefined
      : { status: 401, message: "The gateway's key is missing or wrong. Send it as `x-signalbox-key`." };
  return undefined;
}

/** A page whose own name was bound to this machine calls it under that name: of all that is served here it gets nothing. */
export function foreignHost(request: IncomingMessage, { host }: GatewaySettings): Refusal | undefined {
  if (!isLoopback(host) || isLoopback(hostOf(request.headers.host ?? ""))) return undefined;
  return { status: 403, message: "This gateway serves this machine alone, under 127.0.0.1 or localhost." };
}
