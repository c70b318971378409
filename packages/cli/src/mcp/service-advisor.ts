import { SignalboxError } from "@signalbox/contracts";
import { createSignalbox, type SelectRequest } from "@signalbox/sdk";
import { createSignalboxAdmin } from "@signalbox/sdk/admin";

import type { Advisor } from "./advisor.ts";

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
