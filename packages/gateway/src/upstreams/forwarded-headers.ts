// Headers on their way. Everything passes but what belongs to one connection, and what is said to the gateway alone.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import type { Protocol } from "../protocols/protocol.ts";
import type { KeySource } from "../settings/settings.ts";

const HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
const OWN_PREFIX = "x-signalbox-";
const CREDENTIALS = ["authorization", "x-api-key"];

interface Request {
  readonly headers: IncomingHttpHeaders;
  readonly protocol: Protocol;
  readonly key: KeySource;
  /** The gateway's own key, which clients may show under any name that they have for keys. */
  readonly gatewayKey: string | undefined;
  readonly bytes: number;
}

/** A provider that got it could call this gateway. */
const isGatewayKey = (value: string | string[], gatewayKey: string): boolean =>
  [value]
    .flat()
    .some((each) => each.replace(/^\w+ +/, "").trim() === gatewayKey || each.trim() === gatewayKey);

export function requestHeaders({
  headers,
  protocol,
  key,
  gatewayKey,
  bytes,
}: Request): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !HOP.has(name) && name !== "host" && !name.startsWith(OWN_PREFIX))
      if (gatewayKey === undefined || !isGatewayKey(value, gatewayKey)) sent[name] = value;
  // The body is sent as it was read: whole, and not compressed.
  delete sent["content-encoding"];
  delete sent["expect"];
  sent["content-length"] = String(bytes);
  if (key.from === "client") return sent;
  for (const name of CREDENTIALS) delete sent[name];
  if (key.from === "own") {
    const [name, value] = protocol.keyHeader(key.key);
    sent[name] = value;
  }
  return sent;
}

/** Names and values in turn, as they came, repetitions included. */
export function answerHeaders(response: IncomingMessage, own: Readonly<Record<string, string>>): string[] {
  const sent: string[] = [];
  const { rawHeaders } = response;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!HOP.has(name.toLowerCase()) && !name.toLowerCase().startsWith(OWN_PREFIX)) sent.push(name, value);
  }
  for (const [name, value] of Object.entries(own)) sent.push(name, value);
  return sent;
}
