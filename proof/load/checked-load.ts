// Requests at random moments, whether or not earlier ones were answered, each answer checked: what was answered must be one of
// the candidates, under an id of its own. A client that repeats does so once.

import { request, Agent } from "node:http";
import { mulberry32 } from "@signalbox/engine/numerics";

// Requests at random moments, as independent callers send them: whether or not earlier ones were answered.

interface Arrivals {
  /** Sends nothing more, waits for what is under way. */
  stop(): Promise<void>;
}

/** Calls `send` so many times a second on average, the pauses between drawn from an exponential distribution. */
export function startArrivals(perSecond: number, send: (agent: Agent) => Promise<void>): Arrivals {
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<void>>();
  const random = mulberry32(7);
  let dueMs = performance.now();
  const timer = setInterval(() => {
    while (dueMs <= performance.now()) {
      const sent = send(agent);
      underWay.add(sent);
      void sent.then(() => underWay.delete(sent));
      dueMs += (-Math.log(1 - random()) / perSecond) * 1000;
    }
  }, 1);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}

interface CheckedLoadOptions {
  readonly url: string;
  readonly key: string;
  readonly requestsPerSecond: number;
  /** Whether the client repeats what failed, once. Default no. */
  readonly isRepeating?: boolean;
  /** Body of each request; all the same without it. */
  readonly body?: () => string;
}

export interface Failure {
  /** "503 overloaded", "ECONNRESET" */
  readonly word: string;
  /** @unit milliseconds of `performance.now()` */
  readonly sentMs: number;
  readonly endedMs: number;
}

export interface LoadTally {
  sent: number;
  /** The answered label by session id. */
  readonly answered: Map<string, string>;
  /** First tries that failed. */
  readonly failures: Failure[];
  /** Answers that cannot be right, in words. */
  readonly wrong: string[];
  /** Repetitions that failed too. */
  failedTwice: number;
  /** @unit milliseconds */
  readonly latenciesMs: number[];
}

export interface CheckedLoad {
  readonly tally: LoadTally;
  /** Sends nothing more, waits for what is under way. */
  stop(): Promise<LoadTally>;
}

export const LABELS = ["openai/gpt-5", "openai/gpt-5-nano", "anthropic/claude-sonnet-4-5"];
/** A client that waits longer has been forgotten. @unit milliseconds */
const PATIENCE_MS = 30_000;

export const BODY = JSON.stringify({
  messages: [{ role: "user", content: "Which of these functions is the slower one, and why?" }],
  llm_providers: LABELS,
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

function ask({ url, key, body = () => BODY }: CheckedLoadOptions, agent: Agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = body();
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(sent),
  };
  const asked = request(`${url}/api/v1/model-select`, { method: "POST", agent, headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .once("error", reject)
      .once("end", () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
  });
  asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error("no answer")));
  asked.once("error", reject).end(sent);
  return promise;
}

function check(text: string, tally: LoadTally): void {
  const { session_id: id, llm_label: label } = JSON.parse(text) as {
    readonly session_id: string;
    readonly llm_label: string;
  };
  if (!LABELS.includes(label)) tally.wrong.push(`${id}: ${label} is no candidate`);
  if (tally.answered.has(id)) tally.wrong.push(`${id} was answered twice`);
  tally.answered.set(id, label);
}

/** "200", status and code of a refusal, or the code of what broke. */
async function attempt(options: CheckedLoadOptions, agent: Agent, tally: LoadTally): Promise<string> {
  try {
    const { status, text } = await ask(options, agent);
    if (status === 200) check(text, tally);
    return status === 200 ? "200" : `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ""}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

async function send(options: CheckedLoadOptions, agent: Agent, tally: LoadTally): Promise<void> {
  const sentMs = performance.now();
  tally.sent += 1;
  const word = await attempt(options, agent, tally);
  const endedMs = performance.now();
  if (word === "200") tally.latenciesMs.push(endedMs - sentMs);
  else {
    tally.failures.push({ word, sentMs, endedMs });
    if (options.isRepeating === true && (await attempt(options, agent, tally)) !== "200")
      tally.failedTwice += 1;
  }
}

export function startCheckedLoad(options: CheckedLoadOptions): CheckedLoad {
  const tally: LoadTally = {
    sent: 0,
    answered: new Map(),
    failures: [],
    wrong: [],
    failedTwice: 0,
    latenciesMs: [],
  };
  const arrivals = startArrivals(options.requestsPerSecond, (agent) => send(options, agent, tally));
  return {
    tally,
    stop: async () => {
      await arrivals.stop();
      return tally;
    },
  };
}
