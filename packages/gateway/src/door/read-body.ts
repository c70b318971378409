import type { IncomingMessage } from "node:http";

import { assertJsonBounds, isRecord, SignalboxError } from "@signalbox/contracts";

import type { JsonText } from "../json/rewrite-members.ts";
import type { Body } from "../protocols/protocol.ts";
import type { GatewayLimits } from "../settings/settings.ts";
import { decodeBody, isPlain } from "../upstreams/decode-body.ts";

/** The text that the client wrote, no longer compressed. */
interface ReadBody extends JsonText {
  readonly body: Body;
}

function tooLarge(bytesMax: number): SignalboxError {
  const megabytes = Math.round((bytesMax / 1024 / 1024) * 1000) / 1000;
  return new SignalboxError(
    "payload_too_large",
    `The body is larger than ${megabytes} MB. Shorten the conversation, or raise \`limits.body_mb\` of the gateway.`,
  );
}

async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) {
    request.resume();
    throw tooLarge(bytesMax);
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    // The rest is read and dropped, so that the client gets to read its answer.
    if (length <= bytesMax) parts.push(part);
    else parts.length = 0;
  }
  if (length > bytesMax) throw tooLarge(bytesMax);
  return Buffer.concat(parts);
}

/** @throws SignalboxError malformed_json, payload_too_large, unsupported_media_type */
export async function readBody(
  request: IncomingMessage,
  { bodyBytesMax: bytesMax, json }: Pick<GatewayLimits, "bodyBytesMax" | "json">,
): Promise<ReadBody> {
  const sent = await readBytes(request, bytesMax);
  const encoding = request.headers["content-encoding"];
  const bytes = isPlain(encoding) ? sent : await decodeBody(sent, encoding ?? "", bytesMax);
  if (bytes === "large") throw tooLarge(bytesMax);
  if (bytes === "broken")
    throw new SignalboxError("unsupported_media_type", "The body's content-encoding cannot be read.");
  // Brackets without end cost the parser half a second before it refuses them.
  const members = assertJsonBounds(bytes, json);
  try {
    const body: unknown = JSON.parse(bytes.toString("utf8"));
    if (isRecord(body)) return { bytes, members, body };
  } catch {
    // Reported below: the parser's own words quote the body.
  }
  throw new SignalboxError("malformed_json", "The body is no JSON object.");
}
