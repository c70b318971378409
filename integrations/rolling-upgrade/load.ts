// Requests at random moments, whether or not earlier ones were answered, on connections that are kept as clients keep them.
// Nothing is repeated: what is not answered with 200 has failed.
import { request, type Agent } from "node:http";

import { startArrivals } from "./start-arrivals.ts";

export interface LoadOptions {
  /** Of the balancer. */
  readonly url: string;
  readonly key: string;
  readonly requestsPerSecond: number;
}

export interface LoadResult {
  readonly sent: number;
  /** What went wrong, and how often: "503", "ECONNRESET". */
  readonly failures: ReadonlyMap<string, number>;
  /** @unit milliseconds */
  readonly latenciesMs: readonly number[];
}

export interface Load {
  /** Sends nothing more, waits for what is under way. */
  stop(): Promise<LoadResult>;
}

const BODY = JSON.stringify({
  messages: [{ role: "user", content: "Which of these functions is the slower one, and why?" }],
  llm_providers: ["openai/gpt-5", "openai/gpt-5-nano", "anthropic/claude-sonnet-4-5"],
});

interface Tally {
  sent: number;
  readonly failures: Map<string, number>;
  readonly latenciesMs: number[];
}

function send({ url, key }: LoadOptions, agent: Agent, tally: Tally): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const startedMs = performance.now();
  tally.sent += 1;
  const settle = (word: string): void => {
    if (word === "200") tally.latenciesMs.push(performance.now() - startedMs);
    else tally.failures.set(word, (tally.failures.get(word) ?? 0) + 1);
    resolve();
  };
  const broken = (fault: NodeJS.ErrnoException): void => settle(fault.code ?? fault.message);
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(BODY),
  };
  request(`${url}/api/v1/model-select`, { method: "POST", agent, headers }, (answer) => {
    answer.once("error", broken).once("end", () => settle(String(answer.statusCode)));
    answer.resume();
  })
    .once("error", broken)
    .end(BODY);
  return promise;
}

export function startLoad(options: LoadOptions): Load {
  const tally: Tally = { sent: 0, failures: new Map(), latenciesMs: [] };
  const arrivals = startArrivals(options.requestsPerSecond, (agent) => send(options, agent, tally));
  return {
    stop: async () => {
      await arrivals.stop();
      return tally;
    },
  };
}
