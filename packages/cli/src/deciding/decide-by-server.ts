import { SignalboxError } from "@signalbox/contracts";
import { createSignalbox, SignalboxApiError } from "@signalbox/sdk";
import type { SelectRequest } from "@signalbox/sdk";

import type { ExplainedAnswer } from "./explained-answer.ts";
import { requireKey } from "./require-key.ts";

export interface ServerQuestion {
  readonly server: string;
  /** From SIGNALBOX_API_KEY. */
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** @throws SignalboxError with the server's own detail */
export async function decideByServer({ server, key, body }: ServerQuestion): Promise<ExplainedAnswer> {
  const apiKey = requireKey(key);
  try {
    const client = createSignalbox({ baseUrl: server, apiKey });
    // The alias goes under the contract's name, so that the answer can be held against the list.
    const { models, ...request } = body;
    const candidates = { llm_providers: request["llm_providers"] ?? models };
    const answer = await client.select({ ...request, ...candidates } as unknown as SelectRequest);
    if (answer.explanation === undefined)
      throw new SignalboxError("internal", "The service sent no explanation. Update it.");
    return { llm_label: answer.llm_label, explanation: answer.explanation };
  } catch (cause) {
    if (!(cause instanceof SignalboxApiError)) throw cause;
    throw new SignalboxError("dependency_unavailable", cause.detail, { cause });
  }
}
