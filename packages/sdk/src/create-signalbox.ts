// The client: one function, resources as plain objects. Works wherever fetch and Web Crypto are: Node, Bun, browsers, workers.
import type {
  FeedbackReport,
  FeedbackResult,
  Overview,
  OverviewQuery,
  PlaygroundRequest,
  PlaygroundResult,
  SelectRequestWire,
  SelectResponse,
} from "@signalbox/contracts";

import { hashMessages } from "./hash-messages.ts";
import { accountResource, membersResource } from "./resources/account.ts";
import { authResource } from "./resources/auth.ts";
import { customRoutersResource } from "./resources/custom-routers.ts";
import { decisionsResource } from "./resources/decisions.ts";
import { keysResource } from "./resources/keys.ts";
import { modelsResource } from "./resources/models.ts";
import { preferencesResource } from "./resources/preferences.ts";
import { replayResource } from "./resources/replay.ts";
import { createTransport } from "./transport/transport.ts";
import type { CallOptions, ClientOptions, Transport } from "./transport/transport.ts";

export interface SelectOptions extends CallOptions {
  /** Replaces every message text by a salted SHA-256 digest before it is sent; the choice is then the coarser. */
  readonly hashLocallyWithSalt?: string | undefined;
}

async function select(
  transport: Transport,
  request: SelectRequestWire,
  options: SelectOptions = {},
): Promise<SelectResponse> {
  const { hashLocallyWithSalt: salt, ...call } = options;
  const body = salt === undefined ? request : await hashMessages(request, salt);
  return transport.json<SelectResponse>({
    method: "POST",
    path: "/model-select",
    body,
    isRepeatable: true,
    ...call,
  });
}

/** @throws SignalboxApiError from every call; `code` says which, `detail` what to do. */
export function createSignalbox(options: ClientOptions) {
  const transport = createTransport(options);
  return {
    /** Which of the candidates to call for this conversation. */
    select: (request: SelectRequestWire, callOptions?: SelectOptions) =>
      select(transport, request, callOptions),
    /** How good an answer was. The same report twice counts once. */
    feedback: (body: FeedbackReport, callOptions?: CallOptions) =>
      transport.json<FeedbackResult>({
        method: "POST",
        path: "/feedback",
        body,
        isRepeatable: true,
        ...callOptions,
      }),
    /** A decision with its whole explanation that is never journaled. */
    playground: (body: PlaygroundRequest, callOptions?: CallOptions) =>
      transport.json<PlaygroundResult>({
        method: "POST",
        path: "/playground",
        body,
        isRepeatable: true,
        ...callOptions,
      }),
    overview: (query: OverviewQuery = {}, callOptions?: CallOptions) =>
      transport.json<Overview>({ method: "GET", path: "/overview", query, ...callOptions }),
    decisions: decisionsResource(transport),
    preferences: preferencesResource(transport),
    keys: keysResource(transport),
    models: modelsResource(transport),
    customRouters: customRoutersResource(transport),
    account: accountResource(transport),
    members: membersResource(transport),
    auth: authResource(transport),
    replay: replayResource(transport),
  };
}

export type Signalbox = ReturnType<typeof createSignalbox>;
