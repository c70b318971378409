// Requests at random moments through the client library as it is shipped: what it cannot hide from its caller counts as failed.
import { createSignalbox, SignalboxApiError } from "@signalbox/sdk";
import { startArrivals, BODY } from "./checked-load.ts";

export interface ClientTally {
  sent: number;
  /** The answered label by session id. */
  readonly answered: Map<string, string>;
  /** "network", "timeout" and other codes of the library. */
  readonly failures: string[];
}

interface ClientLoad {
  /** Sends nothing more, waits for what is under way. */
  stop(): Promise<ClientTally>;
}

interface ClientLoadOptions {
  readonly url: string;
  readonly key: string;
  readonly requestsPerSecond: number;
}

/** A busy machine does not count as a failure. @unit milliseconds */
const PATIENCE = { timeoutMs: 15_000, deadlineMs: 30_000 };

export function startClientLoad({ url, key, requestsPerSecond }: ClientLoadOptions): ClientLoad {
  const client = createSignalbox({ baseUrl: url, apiKey: key, ...PATIENCE });
  const request = JSON.parse(BODY) as Parameters<typeof client.select>[0];
  const tally: ClientTally = { sent: 0, answered: new Map(), failures: [] };
  const arrivals = startArrivals(requestsPerSecond, async () => {
    tally.sent += 1;
    try {
      const { session_id: id, llm_label: label } = await client.select(request);
      tally.answered.set(id ?? "", label);
    } catch (error) {
      tally.failures.push(error instanceof SignalboxApiError ? error.code : String(error));
    }
  });
  return {
    stop: async () => {
      await arrivals.stop();
      return tally;
    },
  };
}
