// Who answers the tools of MCP: the engine in this process, or a service.
import type { Explanation, FeedbackReport, FeedbackResult, SelectRequestWire } from "@signalbox/contracts";
import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError, type Config } from "@signalbox/contracts";
import { createRouter, loadRoutingModel } from "@signalbox/engine";
import { createBoundedMap } from "@signalbox/engine/internals";
import { configuredArtefactDir, loadConfiguredCatalog } from "@signalbox/server";
import { createSignalbox, type SelectRequest } from "@signalbox/sdk";
import { createSignalboxAdmin } from "@signalbox/sdk/admin";

// The source that the tools ask: a running service, or the router inside this process. Both answer alike, so that the tools need
// not know.
export interface Advice {
  readonly label: string;
  /** For `explain_decision`, `report_feedback` and as `previous_session`. */
  readonly sessionId: string;
  readonly explanation: Explanation;
}

export interface Advisor {
  /** @throws SignalboxError, SignalboxApiError */
  recommend(request: SelectRequestWire): Promise<Advice>;
  /** @throws SignalboxError, SignalboxApiError not_found */
  explain(sessionId: string): Promise<Advice>;
  /** @throws SignalboxError, SignalboxApiError not_found */
  report(report: FeedbackReport): Promise<FeedbackResult>;
}

// The router inside this process, with the shipped artefact and catalogue: no server, no journal, nothing kept on disk.

/** Decisions that can still be explained; the oldest is forgotten first. */
const EXPLAINED_MAX = 1000;

/** @throws SignalboxError invalid_artefact, invalid_configuration */
export async function createLocalAdvisor(config: Config): Promise<Advisor> {
  const model = loadRoutingModel(await readArtefactFiles(configuredArtefactDir(config)));
  const router = createRouter({
    model,
    catalog: await loadConfiguredCatalog(config),
    defaults: config.policy,
  });
  const advices = createBoundedMap<Advice>(EXPLAINED_MAX);
  return {
    recommend: async (request) => {
      const answer = router.select({ ...request, include: ["explanation"] });
      if (answer.explanation === undefined)
        throw new SignalboxError("internal", "The router gave no explanation.");
      const { llm_label: label, session_id: sessionId, explanation } = answer;
      const advice: Advice = { label, sessionId, explanation };
      advices.set(sessionId, advice);
      return advice;
    },
    explain: async (sessionId) => {
      const advice = advices.get(sessionId);
      if (advice !== undefined) return advice;
      const detail = "There is no such decision in this process, or it was forgotten. A service keeps them.";
      throw new SignalboxError("not_found", detail);
    },
    report: async () => {
      const detail =
        "Only a service learns from feedback. Start `signalbox mcp` with --server URL, or set SIGNALBOX_URL.";
      throw new SignalboxError("bad_request", detail);
    },
  };
}

/** Asks a running service. @throws SignalboxApiError bad_request when the key cannot stand in a header */
export function createServiceAdvisor(baseUrl: string, apiKey: string): Advisor {
  const client = createSignalbox({ baseUrl, apiKey });
  const admin = createSignalboxAdmin({ baseUrl, apiKey });
  return {
    recommend: async (request) => {
      const asked = { ...request, include: ["explanation"] } as unknown as SelectRequest;
      const { llm_label: label, session_id: sessionId, explanation } = await client.select(asked);
      if (explanation === undefined || sessionId === undefined)
        throw new SignalboxError("internal", "The service sent no explanation. Update it.");
      return { label, sessionId, explanation };
    },
    explain: async (sessionId) => {
      const { label, explanation } = await admin.decisions.get(sessionId);
      return { label, sessionId, explanation };
    },
    report: (report) => client.feedback(report),
  };
}
