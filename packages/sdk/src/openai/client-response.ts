// The answer that the OpenAI client gets back: the provider's own answer with marks of the choice, or a fault in its own terms.
import { answerMetadata, type AnswerMetadata } from "../adapters/ask-routed.ts";
import type { ModelAnswer } from "../call/call-model.ts";
import { ModelCallError } from "../call/model-errors.ts";
import { SignalboxApiError } from "../transport/errors.ts";
import { ProviderStatusError } from "./provider-answer.ts";
import type { ServedCandidate } from "./served-model.ts";

const UNAVAILABLE = 503;

/** The body is decoded by now, so what was said of its bytes holds no more. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) plain.delete(name);
  return plain;
}

/** Labels may be any text; headers may not. */
const inHeader = (labels: readonly string[]): string => labels.map(encodeURIComponent).join(",");

const fromHeader = (value: string | null): readonly string[] =>
  value === null || value === "" ? [] : value.split(",").map(decodeURIComponent);

/** Read by `routingOf`. */
export function markedHeaders(headers: Headers, answer: ModelAnswer<ServedCandidate>): Headers {
  const { label, origin, isDegraded, ranking, failed, sessionId } = answerMetadata(answer);
  const marked = plainHeaders(headers);
  marked.set("x-signalbox-label", inHeader([label]));
  marked.set("x-signalbox-origin", origin);
  marked.set("x-signalbox-degraded", String(isDegraded));
  marked.set("x-signalbox-ranking", inHeader(ranking));
  marked.set("x-signalbox-failed", inHeader(failed));
  if (sessionId !== undefined) marked.set("x-signalbox-session", sessionId);
  return marked;
}

/** The contents of the `x-signalbox-*` headers of a response, as `.withResponse()` gives it; undefined when it was not routed. */
export function routingOf({ headers }: Pick<Response, "headers">): AnswerMetadata | undefined {
  const [label] = fromHeader(headers.get("x-signalbox-label"));
  if (label === undefined) return undefined;
  const sessionId = headers.get("x-signalbox-session");
  const known = {
    label,
    origin: headers.get("x-signalbox-origin") as AnswerMetadata["origin"],
    isDegraded: headers.get("x-signalbox-degraded") === "true",
    ranking: fromHeader(headers.get("x-signalbox-ranking")),
    failed: fromHeader(headers.get("x-signalbox-failed")),
  };
  return sessionId === null ? known : { ...known, sessionId };
}

/**
 * A refusal of the provider is passed on as it came. One of the service becomes an error of the client with type
 * `signalbox_error`; it is not to be repeated, since that has been done already.
 * @throws everything else, e.g. a connection that cannot be made
 */
export function faultResponse(fault: unknown): Response {
  const cause = fault instanceof ModelCallError ? fault.cause : fault;
  if (cause instanceof ProviderStatusError)
    return new Response(cause.text, { status: cause.status, headers: plainHeaders(cause.headers) });
  if (!(cause instanceof SignalboxApiError)) throw cause;
  const { code, detail, status } = cause;
  const error = { message: `Signalbox: ${detail}`, type: "signalbox_error", code, param: null };
  return Response.json(
    { error },
    { status: status >= 400 ? status : UNAVAILABLE, headers: { "x-should-retry": "false" } },
  );
}
