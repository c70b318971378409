// The differences between the three protocols, and nothing else of them.
export const PROTOCOL_NAMES = ["messages", "chat", "responses"] as const;
export type ProtocolName = (typeof PROTOCOL_NAMES)[number];

export type Body = Readonly<Record<string, unknown>>;

/** The tokens that an upstream reports of one call. Each is a total of the call, and absent where it was not said. */
export interface Usage {
  /** As the upstream names the model that answered. */
  readonly servedModel?: string;
  /** All of it, cached or not. @unit tokens */
  readonly inputTokens?: number;
  /** Read from the prompt cache; part of `inputTokens`. @unit tokens */
  readonly cacheReadTokens?: number;
  /** Written to the prompt cache; part of `inputTokens`. @unit tokens */
  readonly cacheWriteTokens?: number;
  /** @unit tokens */
  readonly outputTokens?: number;
  /** Part of `cacheWriteTokens` that is kept for an hour. @unit tokens */
  readonly cacheWriteHourTokens?: number;
  /** Searches that the provider ran and bills by the piece. */
  readonly searches?: number;
  /** As the upstream names the tier that it served the call in. */
  readonly tier?: string;
  /** As the upstream itself bills it. @unit USD */
  readonly billedUsd?: number;
}

/**
 * Left by a model in a conversation that only it may be asked to continue with: the id of a call of a tool, and the signature of a
 * thought. Clients send both back with the next request, which tells the gateway who made them.
 */
export interface Mark {
  readonly kind: "call" | "thought";
  readonly id: string;
}

/** One event of a stream, or a whole answer, as far as the gateway reads it. */
export interface Heard {
  readonly usage?: Usage;
  /** Calls of tools and signed thoughts that this model made: later requests carry them back. */
  readonly marks?: readonly Mark[];
  /** The upstream says in its own words that it failed. */
  readonly fault?: string;
  /** A piece of thought that the model may want back with its calls of tools. */
  readonly thought?: string;
}

export interface Fault {
  readonly status: number;
  readonly message: string;
}

/** The question that the engine is asked about a call: members of `POST /model-select`. */
export interface Question {
  readonly messages: readonly object[];
  readonly tools: readonly object[];
}

/** A turn of the conversation, as far as roles, sessions and evidence look at it. */
export type Step =
  | { readonly kind: "person"; readonly text: string }
  | { readonly kind: "answer" }
  | { readonly kind: "call"; readonly id: string; readonly name: string; readonly args: string }
  | { readonly kind: "result"; readonly id: string; readonly isError: boolean; readonly text: string };

export interface Protocol {
  readonly name: ProtocolName;
  /** Behind the address of an upstream. */
  readonly path: string;
  /** The body of an error, as clients of this protocol read it. */
  readonly errorBody: (fault: Fault) => object;
  /** @param event the JSON of one event, or of a whole answer */
  readonly hear: (event: Body) => Heard;
  readonly question: (body: Body) => Question;
  /** The form that the answer must have, as the model gets it. */
  readonly format: (body: Body) => unknown;
  /** The steps of the conversation, oldest first. */
  readonly steps: (body: Body) => readonly Step[];
  /** Header that an upstream's own key goes into. */
  readonly keyHeader: (key: string) => readonly [name: string, value: string];
}
