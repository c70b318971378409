// One call of a language model as another system logged it, in the one form that the readers agree on.

export const LOG_FORMATS = ["litellm", "langfuse", "otel"] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

export interface PastCall {
  readonly model: string;
  readonly provider: string | undefined;
  /** Messages in any form that `readMessages` takes; undefined when the log kept no text. */
  readonly messages: unknown;
  readonly tools: unknown;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** What the log says was paid. @unit USD */
  readonly usd: number | undefined;
  readonly seconds: number | undefined;
}

/** Why a record is not a call that can be compared; these are counted, not faults. */
export type SkipReason = "not a model call" | "the call failed";

export type RecordReading =
  | { readonly kind: "call"; readonly call: PastCall }
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  | { readonly kind: "fault"; readonly message: string };

export type LogRecord = Readonly<Record<string, unknown>>;

/** Reads one parsed line; an OpenTelemetry line may hold many spans. */
export type RecordReader = (record: LogRecord) => readonly RecordReading[];

export const skipped = (reason: SkipReason): RecordReading => ({ kind: "skipped", reason });
export const fault = (message: string): RecordReading => ({ kind: "fault", message });
