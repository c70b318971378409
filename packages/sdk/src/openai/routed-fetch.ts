// A `fetch` that resolves the automatic model before a request leaves. Working below the client keeps everything above it
// as it is: types, helpers that parse or run tools, raw responses.
import { askRouted, type Asked } from "../adapters/ask-routed.ts";
import { toReadable } from "../adapters/open-until.ts";
import { pickCallOptions, type RoutingOptions } from "../adapters/routing-options.ts";
import type { ModelAnswer } from "../call/call-model.ts";
import { readUsage, type ModelUsage } from "../call/chunk-source.ts";
import type { SelectRequest } from "../select/selection.ts";
import { bodyToFormat, bodyToMaxTokens, bodyToMessages, bodyToTools } from "./body-to-wire.ts";
import { faultResponse, markedHeaders } from "./client-response.ts";
import type { LinkedSessions } from "./linked-sessions.ts";
import { openBody, readWhole, type StreamPiece } from "./provider-answer.ts";
import { readAutoCall, type AutoCall } from "./read-call.ts";
import type { ServedCandidate } from "./served-model.ts";

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface Router {
  readonly fetch: Fetch;
  readonly autoModel: string;
  readonly candidates: readonly ServedCandidate[];
  readonly options: RoutingOptions;
  readonly sessions: LinkedSessions;
}

interface Routed {
  readonly router: Router;
  readonly call: AutoCall;
  readonly signal: AbortSignal | undefined;
  /** Sends the request with another model in it. */
  readonly send: (candidate: ServedCandidate, signal: AbortSignal) => Promise<Response>;
}

function toAsked({ router, call, signal }: Routed): Asked<ServedCandidate> {
  return {
    options: router.options,
    candidates: router.candidates,
    messages: bodyToMessages(call),
    tools: bodyToTools(call),
    format: bodyToFormat(call),
    maxTokens: bodyToMaxTokens(call),
    wishes: call.wishes,
    session: router.sessions.find(call),
    signal,
  };
}

function usageOfPiece({ events }: StreamPiece): ModelUsage | undefined {
  return events.map(readUsage).findLast((usage) => usage !== undefined);
}

async function askWhole(routed: Routed, request: SelectRequest<ServedCandidate>): Promise<Response> {
  const { router, send, signal } = routed;
  const answer = await router.options.client.chat(
    request,
    async (candidate, _request, context) => readWhole(await send(candidate, context.signal)),
    { ...pickCallOptions(router.options, signal), usageOf: ({ json }) => readUsage(json) },
  );
  const { status, headers, text, json } = answer.value;
  link(router, answer, json);
  return new Response(text, { status, headers: markedHeaders(headers, answer) });
}

async function askStream(routed: Routed, request: SelectRequest<ServedCandidate>): Promise<Response> {
  const { router, send, signal } = routed;
  let head = { status: 200, headers: new Headers() };
  const answer = await router.options.client.stream(
    request,
    async (candidate, _request, context) => {
      const response = await send(candidate, context.signal);
      head = response;
      return openBody(response);
    },
    { ...pickCallOptions(router.options, signal), usageOf: usageOfPiece },
  );
  const change = ({ bytes, events }: StreamPiece): Uint8Array => {
    for (const event of events) link(router, answer, event);
    return bytes;
  };
  const { status, headers } = head;
  return new Response(toReadable(answer, { change, signal }), {
    status,
    headers: markedHeaders(headers, answer),
  });
}

function link({ sessions }: Router, { selection }: ModelAnswer<ServedCandidate>, sent: unknown): void {
  if (selection.session_id !== undefined) sessions.remember(sent, selection.session_id);
}

/** Requests for other models pass by untouched. */
export function createRoutedFetch(router: Router): Fetch {
  return async (input, init) => {
    const call = readAutoCall(input, init, router.autoModel);
    if (call === undefined) return router.fetch(input, init);
    const { headers, body } = call;
    const signal = init?.signal ?? undefined;
    const send: Routed["send"] = (candidate, limited) =>
      router.fetch(input, {
        ...init,
        headers,
        body: JSON.stringify({ ...body, model: candidate.servedAs }),
        signal: limited,
      });
    const routed: Routed = { router, call, signal, send };
    const ask = call.isStream ? askStream : askWhole;
    try {
      return await askRouted(toAsked(routed), (request) => ask(routed, request));
    } catch (fault) {
      return faultResponse(fault);
    }
  };
}
