// Headers on their way. What goes to an upstream is a list: whatever else a client or a browser sends stays here.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import { NO_KEY } from "../sessions/session-id.ts";
import type { Protocol } from "../protocols/protocol.ts";
import type { KeySource, Upstream } from "../settings/settings.ts";

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
const CREDENTIALS: ReadonlySet<string> = new Set(["authorization", "x-api-key", "api-key", "x-goog-api-key"]);

/** Names that agents and their libraries send, and that providers read. */
const SENT: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "content-type",
  "user-agent",
  "chatgpt-account-id",
  "conversation_id",
  "copilot-integration-id",
  "copilot-vision-request",
  "editor-plugin-version",
  "editor-version",
  "http-referer",
  "idempotency-key",
  "originator",
  "session-id",
  "session_id",
  "thread-id",
  "traceparent",
  "tracestate",
  "version",
  "x-app",
  "x-client-request-id",
  "x-github-api-version",
  "x-initiator",
  "x-request-id",
  "x-session-affinity",
  "x-session-id",
  "x-title",
]);
const SENT_PREFIXES = ["anthropic-", "openai-", "x-claude-", "x-codex-", "x-openai-", "x-stainless-"];

const isSent = (name: string): boolean =>
  SENT.has(name) || SENT_PREFIXES.some((start) => name.startsWith(start));

interface Request {
  readonly headers: IncomingHttpHeaders;
  /** The upstream's. */
  readonly protocol: Protocol;
  readonly key: KeySource;
  /** Stated in the settings of the upstream. */
  readonly extra: Upstream["headers"];
  /** The gateway's own key, which clients may show under any name that they have for keys. */
  readonly gatewayKey: string | undefined;
  readonly bytes: number;
}

/** The gateway's own key, by which a provider could call it, and the word for no key. */
const staysHere = (value: string | string[], gatewayKey: string | undefined): boolean =>
  [value]
    .flat()
    .flatMap((each) => [each.replace(/^\w+ +/, "").trim(), each.trim()])
    .some((each) => each === gatewayKey || each === NO_KEY);

/** Messages has its own version; a client of another protocol states none. */
const MESSAGES_VERSION = "2023-06-01";

/** @source docs.claude.com/en/docs/claude-code/iam, token of `claude setup-token` */
const PLAN_BETA = "oauth-2025-04-20";

/** The client's key under the header that the upstream's protocol has for it; a plan's token stays a bearer token. */
function keyFor(
  sent: Readonly<Record<string, string | string[]>>,
  protocol: Protocol,
): Record<string, string> {
  const key = sent["x-api-key"];
  if (protocol.name === "messages" || sent["authorization"] !== undefined || typeof key !== "string")
    return {};
  const [name, value] = protocol.keyHeader(key);
  return { [name]: value };
}

export function requestHeaders({
  headers,
  protocol,
  key,
  extra,
  gatewayKey,
  bytes,
}: Request): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = {};
  const ofConnection = new Set((headers.connection ?? "").toLowerCase().split(/[\s,]+/));
  const passes = (name: string): boolean =>
    (isSent(name) || (key.from === "client" && CREDENTIALS.has(name))) && !ofConnection.has(name);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && passes(name) && !staysHere(value, gatewayKey)) sent[name] = value;
  Object.assign(sent, extra);
  // The body is sent as it was read: whole and plain. So is the answer, whose name of the model is replaced.
  sent["accept-encoding"] = "identity";
  sent["content-length"] = String(bytes);
  if (protocol.name === "messages") sent["anthropic-version"] ??= MESSAGES_VERSION;
  if (key.from === "client") return { ...sent, ...keyFor(sent, protocol) };
  if (key.from === "own") {
    const [name, value] = protocol.keyHeader(key.key);
    sent[name] = value;
    // A plan's token is read only beside this word.
    if (protocol.name === "messages" && name === "authorization")
      sent["anthropic-beta"] = [sent["anthropic-beta"], PLAN_BETA].filter(Boolean).join(",");
  }
  return sent;
}

/**
 * Names and values in turn, as they came, repetitions included.
 * @param isRewritten the body is another than came: its length and encoding are not said
 */
export function answerHeaders(
  response: IncomingMessage,
  own: Readonly<Record<string, string>>,
  isRewritten = false,
): string[] {
  const sent: string[] = [];
  const { rawHeaders } = response;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    const lower = name.toLowerCase();
    const isOfBody = isRewritten && (lower === "content-length" || lower === "content-encoding");
    if (!HOP.has(lower) && !lower.startsWith(OWN_PREFIX) && !isOfBody) sent.push(name, value);
  }
  for (const [name, value] of Object.entries(own)) sent.push(name, value);
  return sent;
}
