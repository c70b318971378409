// Everything around the decisions: what the dashboard and scripts of an operator do. An entry point of its own, so that
// programs that only select and call do not carry it.
import type {
  FeedbackReport,
  Overview,
  OverviewGroups,
  OverviewGroupsQuery,
  OverviewTags,
  OverviewQuery,
  Ledger,
  LedgerQuery,
  PlaygroundRequest,
  PlaygroundResult,
  PlaygroundSavings,
  PlaygroundSavingsRequest,
  ServiceHealthReport,
  ServiceHealthQuery,
} from "@signalbox/contracts";

import { sendFeedback } from "../create-signalbox.ts";
import { createTransport } from "../transport/transport.ts";
import type { CallOptions, ClientOptions } from "../transport/transport.ts";
import { accountResource, membersResource, keysResource, privacyResource } from "./resources/account.ts";
import { alertsResource, modelsResource } from "./resources/models.ts";
import { authResource } from "./resources/auth.ts";
import { customRoutersResource, evidenceResource } from "./resources/custom-routers.ts";
import { decisionsResource, replayResource } from "./resources/decisions.ts";
import { preferencesResource } from "./resources/preferences.ts";

const DEFAULTS = { timeoutMs: 30_000, deadlineMs: 60_000 } as const;

/** @throws SignalboxApiError from every call; `code` says which, `detail` what to do. */
export function createSignalboxAdmin(options: ClientOptions) {
  const transport = createTransport(options, DEFAULTS);
  return {
    /** How good an answer was, said by a person afterwards. The same report twice counts once. */
    feedback: (body: FeedbackReport, callOptions?: CallOptions) => sendFeedback(transport, body, callOptions),
    /** A decision with its whole explanation that is never journaled. */
    playground: (body: PlaygroundRequest, callOptions?: CallOptions) =>
      transport.json<PlaygroundResult>({
        method: "POST",
        path: "/playground",
        body,
        isRepeatable: true,
        ...callOptions,
      }),
    /** The bill and the expected success of prompts at each step of the dial. Nothing is kept. */
    playgroundSavings: (body: PlaygroundSavingsRequest, callOptions?: CallOptions) =>
      transport.json<PlaygroundSavings>({
        method: "POST",
        path: "/playground/savings",
        body,
        isRepeatable: true,
        ...callOptions,
      }),
    overview: (query: OverviewQuery = {}, callOptions?: CallOptions) =>
      transport.json<Overview>({ method: "GET", path: "/overview", query, ...callOptions }),
    /** Decisions, spend and success by what the decisions have in common. */
    tags: (callOptions?: CallOptions) =>
      transport.json<OverviewTags>({ method: "GET", path: "/overview/tags", ...callOptions }),
    overviewGroups: (query: OverviewGroupsQuery, callOptions?: CallOptions) =>
      transport.json<OverviewGroups>({ method: "GET", path: "/overview/groups", query, ...callOptions }),
    /** Dollars expected, billed and saved against one model for all. */
    ledger: (query: LedgerQuery = {}, callOptions?: CallOptions) =>
      transport.json<Ledger>({ method: "GET", path: "/overview/ledger", query, ...callOptions }),
    /** Latency, errors and shed load of the service over time, its database, journal and replicas. */
    serviceHealth: (query: ServiceHealthQuery = {}, callOptions?: CallOptions) =>
      transport.json<ServiceHealthReport>({ method: "GET", path: "/health/service", query, ...callOptions }),
    decisions: decisionsResource(transport),
    preferences: preferencesResource(transport),
    keys: keysResource(transport),
    models: modelsResource(transport),
    customRouters: customRoutersResource(transport),
    evidence: evidenceResource(transport),
    account: accountResource(transport),
    members: membersResource(transport),
    privacy: privacyResource(transport),
    auth: authResource(transport),
    replay: replayResource(transport),
    alerts: alertsResource(transport),
  };
}

export type SignalboxAdmin = ReturnType<typeof createSignalboxAdmin>;
