// The requests of a log that advice is asked on: those of Signalbox, with their own lists of candidates, and calls that LiteLLM,
// Langfuse or OpenTelemetry logged, which name the one model that was called.
import {
  isRecord,
  SELECT_LIMITS,
  SignalboxError,
  type AdviceRequest,
  type ModelCatalog,
} from "@signalbox/contracts";
import { readSelectRequest, type SelectRequest } from "@signalbox/engine";
import { createModelCounter, detectFormat, LOG_READERS, modelKey, type NamedModel } from "@signalbox/server";

type Sent = Readonly<Record<string, unknown>>;

interface LoggedRequest {
  readonly line: number;
  readonly sent: Sent;
}

interface AdviceLog {
  readonly requests: readonly { readonly group: string; readonly request: SelectRequest }[];
  readonly skipped: number;
  /** The assumptions that were made. */
  readonly notes: readonly string[];
}

interface LogQuestion {
  readonly body: AdviceRequest;
  readonly catalog: ModelCatalog;
  /** The newest requests that are read; the newest stand last. */
  readonly requestsMax: number;
  /** Members that take the place of those that were sent. */
  readonly objective: Sent;
}

interface ReadLines {
  readonly requests: LoggedRequest[];
  /** Models that calls name, or that lists hold. */
  readonly named: NamedModel[];
  skipped: number;
}

function parseLine(text: string, line: number): Sent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SignalboxError("bad_request", `Line ${line} of the log is not valid JSON.`, { cause });
  }
  if (!isRecord(value))
    throw new SignalboxError("bad_request", `Line ${line} of the log is no JSON object, so no request.`);
  return value;
}

const listOf = ({ llm_providers: own, models }: Sent): unknown => own ?? models ?? undefined;

function namedIn(list: unknown): readonly NamedModel[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown): NamedModel[] => {
    if (typeof entry === "string") return [{ model: entry, provider: undefined }];
    if (!isRecord(entry)) return [];
    const { model, provider } = entry;
    if (typeof model !== "string") return [];
    return [{ model, provider: typeof provider === "string" ? provider : undefined }];
  });
}

function readLine(sent: Sent, line: number, into: ReadLines): void {
  const format = listOf(sent) === undefined ? detectFormat(sent) : undefined;
  if (format === undefined) {
    into.requests.push({ line, sent });
    into.named.push(...namedIn(listOf(sent)));
    return;
  }
  for (const reading of LOG_READERS[format](sent)) {
    const call = reading.kind === "call" ? reading.call : undefined;
    if (call !== undefined) into.named.push(call);
    if (call?.messages === undefined) into.skipped += 1;
    else into.requests.push({ line, sent: { messages: call.messages, tools: call.tools } });
  }
}

const NO_MODELS =
  "The log does not say which models its requests could have gone to. Name those that you offer, for example: " +
  "signalbox advise --log FILE openai/gpt-5 anthropic/claude-sonnet-4.5.";

/** Each model once, the most used first, by its canonical name where it has one. */
function offeredBy(named: readonly NamedModel[], catalog: ModelCatalog) {
  const counter = createModelCounter(catalog);
  for (const each of named) counter.add(each);
  return counter
    .list()
    .slice(0, SELECT_LIMITS.candidatesMax)
    .map(({ provider, model }) => ({ name: modelKey({ provider, model }, catalog), provider, model }));
}

function describeOffer(count: number, all: number, names: readonly string[]): string {
  const which =
    count === all
      ? "The log holds no lists of candidates"
      : `${count} of the ${all} requests hold no list of candidates`;
  return `${which}, so every model that it names was taken as offered: ${names.join(", ")}. Name others to judge those instead.`;
}

function describeSkipped(count: number): string {
  const which = count === 1 ? "One record of the log is" : `${count} records of the log are`;
  return `${which} no finished call of a model, or kept no text, and left out.`;
}

/** @throws SignalboxError bad_request naming the line that cannot be read, or saying which models are missing */
export function readAdviceLog(
  log: string,
  { body, catalog, requestsMax, objective }: LogQuestion,
): AdviceLog {
  const read: ReadLines = { requests: [], named: [], skipped: 0 };
  for (const [at, text] of log.split("\n").entries())
    if (text.trim() !== "") readLine(parseLine(text, at + 1), at + 1, read);
  const newest = read.requests.slice(-requestsMax);
  const bare = body.models === undefined ? newest.filter(({ sent }) => listOf(sent) === undefined) : [];
  const offered = offeredBy(bare.length === 0 ? [] : read.named, catalog);
  if (bare.length > 0 && offered.length === 0) throw new SignalboxError("bad_request", NO_MODELS);
  const requests = newest.map(({ line, sent }) => {
    const list = body.models ?? (listOf(sent) === undefined ? offered : undefined);
    const given = list === undefined ? {} : { llm_providers: list, models: null };
    try {
      const request = readSelectRequest({ ...sent, ...given, ...objective }, catalog);
      return { group: request.previousSession ?? String(line), request };
    } catch (fault) {
      if (!(fault instanceof SignalboxError)) throw fault;
      throw new SignalboxError("bad_request", `Line ${line} of the log: ${fault.detail}`, { cause: fault });
    }
  });
  const names = offered.map(({ name }) => name);
  return {
    requests,
    skipped: read.skipped,
    notes: [
      ...(bare.length === 0 ? [] : [describeOffer(bare.length, newest.length, names)]),
      ...(read.skipped === 0 ? [] : [describeSkipped(read.skipped)]),
    ],
  };
}
