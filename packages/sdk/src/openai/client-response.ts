// What the OpenAI client gets back: the provider's own answer with marks of the choice, or a fault in its own terms.
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
const inHeader = (labels: readonly string[]): string =>
  labels.map((label) => encodeURIComponent(label).replaceAll("%2F", "/")).join(",");

/** Read by `.withResponse()`: `x-signalbox-label`, `-origin`, `-session` when the service chose, `-failed` after failures. */
export function markedHeaders(headers: Headers, answer: ModelAnswer<ServedCandidate>): Headers {
  const { llm_label: label, selection, failures } = answer;
  const marked = plainHeaders(headers);
  marked.set("x-signalbox-label", inHeader([label]));
  marked.set("x-signalbox-origin", selection.origin);
  if (selection.session_id !== undefined) marked.set("x-signalbox-session", selection.session_id);
  if (failures.length > 0)
    marked.set("x-signalbox-failed", inHeader(failures.map((failure) => failure.llm_label)));
  return marked;
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
