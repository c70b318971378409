// The program of somebody who has just installed the package: select, stream from a provider of one's own, say how it went.
// The tests compile it against the tarball and run it, unchanged, on every runtime.
import { createSignalbox, SignalboxApiError } from "@signalbox/sdk";
import type { ModelCallContext } from "@signalbox/sdk";

export interface Surroundings {
  readonly serviceUrl: string;
  /** Absent where a backend of one's own adds it. */
  readonly apiKey?: string;
  /** Ends with "/v1". */
  readonly providerUrl: string;
}

export interface Outcome {
  readonly selected: string;
  readonly origin: string;
  readonly ranking: readonly string[];
  readonly answered: string;
  readonly text: string;
  readonly feedback: string | undefined;
  readonly faultOfUnknownKey: string;
  readonly originWhenUnreachable: string;
}

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[];
}

const REQUEST = {
  messages: [{ role: "user", content: "Prove that the square root of 2 is irrational." }],
  llm_providers: [
    { provider: "openai", model: "gpt-6-luna" },
    { provider: "anthropic", model: "claude-sonnet-4-6" },
  ],
};

type OwnCandidate = (typeof REQUEST.llm_providers)[number];

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Chunk> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    pending += decoder.decode(value, { stream: true });
    const events = pending.split("\n\n");
    pending = events.pop() ?? "";
    for (const event of events) {
      const data = event.replace("data: ", "");
      if (data !== "[DONE]") yield JSON.parse(data) as Chunk;
    }
  }
}

export async function run({ serviceUrl, apiKey, providerUrl }: Surroundings): Promise<Outcome> {
  const signalbox = createSignalbox({ baseUrl: serviceUrl, ...(apiKey !== undefined && { apiKey }) });
  const selection = await signalbox.select(REQUEST);
  const callProvider = async (
    { model }: OwnCandidate,
    _request: unknown,
    { signal }: ModelCallContext<OwnCandidate>,
  ): Promise<AsyncIterable<Chunk>> => {
    const response = await fetch(`${providerUrl}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model, messages: REQUEST.messages, stream: true }),
      signal,
    });
    if (!response.ok || response.body === null) throw new Error(`The provider answered ${response.status}.`);
    return readEvents(response.body);
  };
  const stream = await signalbox.stream(REQUEST, callProvider);
  let text = "";
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
  await signalbox.flush();
  const feedback = await stream.feedback("up");
  return {
    selected: selection.llm_label,
    origin: selection.origin,
    ranking: selection.ranking,
    answered: stream.llm_label,
    text,
    feedback: feedback?.status,
    faultOfUnknownKey: await faultOfUnknownKey(serviceUrl),
    originWhenUnreachable: await originWhenUnreachable(),
  };
}

async function faultOfUnknownKey(serviceUrl: string): Promise<string> {
  try {
    const { llm_label } = await createSignalbox({ baseUrl: serviceUrl, apiKey: "sk_unknown" }).select(
      REQUEST,
    );
    return llm_label;
  } catch (error) {
    return error instanceof SignalboxApiError ? error.code : String(error);
  }
}

/** Nothing listens on the discard port. */
async function originWhenUnreachable(): Promise<string> {
  const lost = createSignalbox({
    baseUrl: "http://127.0.0.1:9",
    retries: 0,
    fallback: "anthropic/claude-sonnet-4-6",
  });
  return (await lost.select(REQUEST)).origin;
}
