// Decisions of a service elsewhere. A service that is slow or gone must not hold a call up for long.
import { SignalboxError } from "@signalbox/contracts";
import type { Decider } from "@signalbox/gateway";
import { createSignalbox, SignalboxApiError } from "@signalbox/sdk";

/** @unit milliseconds */
const DEADLINE_MS = 2_000;

export function createRemoteDecider(baseUrl: string, apiKey: string): Decider {
  const client = createSignalbox({ baseUrl, apiKey });
  const options = { timeoutMs: DEADLINE_MS, deadlineMs: DEADLINE_MS };
  const worded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      if (!(cause instanceof SignalboxApiError)) throw cause;
      throw new SignalboxError("dependency_unavailable", cause.detail, { cause });
    }
  };
  return {
    decide: async (body) => {
      const { llm_label, ranking, session_id } = await worded(
        client.select(body as Parameters<typeof client.select>[0], options),
      );
      if (session_id === undefined)
        throw new SignalboxError("dependency_unavailable", "The service decided nothing.");
      return { llm_label, ranking, session_id };
    },
    report: async (feedback) => {
      await worded(client.feedback(feedback, options));
    },
  };
}
