// A call of the past as every log format gives it, and what its members may hold.
import { isRecord, SignalboxError, type ModelCatalog } from "@signalbox/contracts";
import { type CandidateInput } from "@signalbox/engine";
import { readCandidates } from "@signalbox/engine/internals";

export const LOG_FORMATS = [
  "litellm",
  "langfuse",
  "helicone",
  "openrouter",
  "otel",
  "claude-code",
  "plain",
  "signalbox",
] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

export interface PastCall {
  readonly model: string;
  readonly provider: string | undefined;
  /** Messages in any form that `readMessages` takes; undefined when the log kept no text. */
  readonly messages: unknown;
  readonly tools: unknown;
  /** All of the request, cached ones too. */
  readonly inputTokens: number | undefined;
  /** Read from a prompt cache, of `inputTokens`. */
  readonly cachedTokens: number | undefined;
  /** Written to a prompt cache, of `inputTokens`. */
  readonly cacheWriteTokens: number | undefined;
  /** Kept for an hour, of `cacheWriteTokens`. */
  readonly cacheWriteHourTokens?: number | undefined;
  readonly outputTokens: number | undefined;
  /** The price that the log says was paid. @unit USD */
  readonly usd: number | undefined;
  readonly seconds: number | undefined;
  readonly startedAtMs: number | undefined;
  /** The conversation, session or trace that the log puts the call in. */
  readonly session: string | undefined;
}

/** Why a record is not a call that can be compared; these are counted, not faults. */
export type SkipReason = "not a model call" | "the call failed";

export type RecordReading =
  | { readonly kind: "call"; readonly call: PastCall }
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  | { readonly kind: "fault"; readonly message: string };

export type LogRecord = Readonly<Record<string, unknown>>;

/** Some tools leave cached tokens out of the input, which shows where those are more. */
export function withWholeInput(reading: RecordReading): RecordReading {
  if (reading.kind !== "call") return reading;
  const { inputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = reading.call;
  const cached = cachedTokens + cacheWriteTokens;
  if (inputTokens === undefined || cached <= inputTokens) return reading;
  return { kind: "call", call: { ...reading.call, inputTokens: inputTokens + cached } };
}

/** Reads one record after another; a record of OpenTelemetry may hold many calls, one of Claude Code a part of a call. */
export interface RecordReader {
  read(record: LogRecord): readonly RecordReading[];
  /** Gives the calls that are still open when the log ends. */
  end?(): readonly RecordReading[];
}

export const skipped = (reason: SkipReason): RecordReading => ({ kind: "skipped", reason });
export const fault = (message: string): RecordReading => ({ kind: "fault", message });

/** A value that was exported as JSON text, parsed; anything else as it is. */
export function unwrapJson(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Prose may begin with a bracket too: then it is the text itself.
    return value;
  }
}

/** The member at a path; a name with dots comes before the path that it spells. JSON in texts is read on the way. */
export function valueAt(record: LogRecord, path: string): unknown {
  if (path in record || !path.includes(".")) return record[path];
  let value: unknown = record;
  for (const name of path.split(".")) {
    const holder = unwrapJson(value);
    value = isRecord(holder) ? holder[name] : undefined;
  }
  return value;
}

type Paths = readonly string[];

export function textAt(record: LogRecord, paths: Paths): string | undefined {
  for (const path of paths) {
    const value = valueAt(record, path);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** Numbers from 0; texts of digits count, as databases export decimals so. */
export function numberAt(record: LogRecord, paths: Paths): number | undefined {
  for (const path of paths) {
    const value = valueAt(record, path);
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number) && number >= 0) return number;
  }
  return undefined;
}

/** A message that has its words beside its role. */
const withContent = (message: unknown): unknown =>
  isRecord(message) &&
  message["content"] === undefined &&
  typeof message["text"] === "string" &&
  "role" in message
    ? { role: message["role"], content: message["text"] }
    : message;

/** Messages of an input that may be the list itself, `{ messages }`, a bare text, or either of these as JSON text. */
export function messagesOf(value: unknown): unknown {
  const input = unwrapJson(value);
  const list = isRecord(input) ? unwrapJson(input["messages"] ?? input["prompt"]) : input;
  if (Array.isArray(list)) return list.length === 0 ? undefined : list.map(withContent);
  return typeof list === "string" && list.trim() !== "" ? list : undefined;
}

/** ISO 8601, UTC by default; Unix seconds, milliseconds or nanoseconds. */
export function millisecondsOf(value: unknown): number | undefined {
  const digits = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof digits === "number")
    return digits < 1e11 ? digits * 1000 : digits < 1e14 ? digits : digits / 1e6;
  if (typeof digits !== "string") return undefined;
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(digits.trim());
  const at = Date.parse(hasZone || !/\d:\d/.test(digits) ? digits : `${digits.trim().replace(" ", "T")}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** @unit seconds between two moments */
export function secondsBetween(start: number | undefined, end: number | undefined): number | undefined {
  return start === undefined || end === undefined || end < start ? undefined : (end - start) / 1000;
}

// Candidates of an import: the models of the log, one entry for every spelling of a model, or those that were named.
export type NamedModel = Pick<PastCall, "model" | "provider">;

/** The canonical id where the catalogue knows the model, else the name as it was written. */
export function modelKey({ model, provider }: NamedModel, catalog: ModelCatalog): string {
  const spelling = provider === undefined ? { model } : { model, provider };
  return catalog.resolve(spelling)?.id ?? (provider === undefined ? model : `${provider}/${model}`);
}

/** A name that a request could not use, such as one of a mode that the model does not have, is a label of the log's own. */
export function candidateOf(named: NamedModel, catalog: ModelCatalog): CandidateInput {
  const name = modelKey(named, catalog);
  const read = (wire: object): CandidateInput => readCandidates({ llm_providers: [wire] }, catalog)[0]!;
  try {
    return read({ name, provider: named.provider, model: named.model });
  } catch (fault) {
    if (!(fault instanceof SignalboxError)) throw fault;
    return read({ name });
  }
}

/** Counts each model of the log under its first spelling. */
export function createModelCounter(catalog: ModelCatalog): {
  readonly add: (call: NamedModel) => void;
  /** Most used first. */
  readonly list: () => readonly NamedModel[];
} {
  const seen = new Map<string, { readonly named: NamedModel; count: number }>();
  return {
    add: (call) => {
      const key = modelKey(call, catalog);
      const entry = seen.get(key) ?? { named: { model: call.model, provider: call.provider }, count: 0 };
      entry.count += 1;
      seen.set(key, entry);
    },
    list: () => [...seen.values()].toSorted((a, b) => b.count - a.count).map(({ named }) => named),
  };
}
