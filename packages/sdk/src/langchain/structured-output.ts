// Structured output, by the means of whichever model is chosen. An answer that does not fit the schema counts as none, so
// that the next model is asked.
import type {
  BaseLanguageModelInput,
  StructuredOutputMethodOptions,
} from "@langchain/core/language_models/base";
import type { BaseMessage } from "@langchain/core/messages";
import type { SerializableSchema } from "@langchain/core/utils/standard_schema";
import type { ZodV3Like, ZodV4Like } from "@langchain/core/utils/types";
import { RunnableLambda, type Runnable, type RunnableConfig } from "@langchain/core/runnables";

import { answerMetadata, askRouted } from "../adapters/ask-routed.ts";
import { pickCallOptions } from "../adapters/routing-options.ts";
import { markMessage, readTokens } from "./messages-to-wire.ts";
import { toAsked, type Router } from "./route.ts";

export type Members = Record<string, unknown>;

/** A schema of zod, of another library with the standard interface, or in JSON. */
export type Schema<T extends Members> = SerializableSchema<T> | ZodV4Like<T> | ZodV3Like<T> | Members;

export interface RawOutput<T extends Members> {
  raw: BaseMessage;
  parsed: T;
}

interface RawAnswer {
  readonly raw: BaseMessage;
  readonly parsed: Members | null;
}

function assertFits(answer: RawAnswer, includesRaw: boolean): RawAnswer {
  if (answer.parsed === null && !includesRaw) throw new Error("The answer does not fit the schema.");
  return answer;
}

interface Structuring {
  readonly schema: Schema<Members>;
  readonly config: StructuredOutputMethodOptions<boolean> | undefined;
  readonly toMessages: (input: BaseLanguageModelInput) => BaseMessage[];
}

/** With `includeRaw` the outcome is `{ raw, parsed }`, where `parsed` may be null; else what fits the schema. */
export function routeStructured<T extends Members>(
  router: Router,
  { schema, config = {}, toMessages }: Structuring,
): Runnable<BaseLanguageModelInput, T | RawOutput<T>> {
  const includesRaw = config.includeRaw === true;
  const { options } = router;
  const ask = async (
    input: BaseLanguageModelInput,
    { signal, callbacks }: RunnableConfig,
  ): Promise<T | RawOutput<T>> => {
    const messages = toMessages(input);
    const question = { messages, options: signal === undefined ? {} : { signal }, isStructured: true };
    const answer = await askRouted(toAsked(router, question), (request) =>
      options.client.chat(
        request,
        async ({ chatModel }, _request, context) => {
          const bound = chatModel.withStructuredOutput(schema, { ...config, includeRaw: true });
          const { signal: limited } = context;
          const called = await bound.invoke(messages, {
            signal: limited,
            ...(callbacks !== undefined && { callbacks }),
          });
          return assertFits(called, includesRaw);
        },
        { ...pickCallOptions(options, signal), usageOf: ({ raw }) => readTokens(raw) },
      ),
    );
    const { raw, parsed } = answer.value;
    markMessage(raw, answerMetadata(answer));
    return (includesRaw ? { raw, parsed } : parsed) as T | RawOutput<T>;
  };
  return RunnableLambda.from<BaseLanguageModelInput, T | RawOutput<T>>(ask).withConfig({
    runName: "SignalboxStructured",
  });
}
