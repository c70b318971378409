// One call from the door to its end: read, planned, tried with one candidate after the other until one gives a first byte,
// passed on as it comes, and billed.

import { isRecord, SignalboxError } from "@signalbox/contracts";
import { createMeter } from "../bill/meter.ts";
import type { JsonText } from "../json/rewrite-members.ts";
import type { Target } from "../plan/own-model.ts";
import { type Plan, planCall } from "../plan/plan-call.ts";
import type { GatewayContext } from "../plan/gateway-context.ts";
import { readCall, type Call } from "../plan/read-call.ts";
import { PROTOCOLS } from "../protocols/protocols.ts";
import { answerHeaders } from "../upstreams/forwarded-headers.ts";
import type { Translator } from "../translate/translator.ts";
import { answerFault } from "./answer-fault.ts";
import type { Exchange } from "./exchange.ts";
import { noteCall, noteSession, noteWarmth, type Served } from "./note-call.ts";
import { passOn } from "./pass-on.ts";
import { readBody } from "./read-body.ts";
import { tryTargets, type Attempted } from "./try-targets.ts";
import type { Readable } from "node:stream";
import type { Reach } from "../translate/reach.ts";
import type { Opened } from "../upstreams/call-upstream.ts";
import { createDecoder, isPlain } from "../upstreams/decode-body.ts";
import { isStream as isEventStream } from "../upstreams/judge-answer.ts";
import { createRewriter, type Rewriter } from "./rewrite-answer.ts";

// An answer of an upstream, made ready for its client: its bytes as they come, or rewritten under the client's name and protocol.

interface OpenAnswer {
  readonly source: Readable;
  /** Bytes that were read before. */
  readonly first: Buffer | undefined;
  readonly rewriter: Rewriter | undefined;
  readonly isStream: boolean;
  /** Content encoding of `source`. */
  readonly encoding: string | undefined;
}

/** A compressed answer passes as it came, unless it has to be translated. */
function openAnswer(call: Call, opened: Opened, { translator }: Reach): OpenAnswer {
  const { response, first } = opened;
  const encoding = response.headers["content-encoding"];
  const isStream = isEventStream(opened);
  const plain = { source: response, first, rewriter: undefined, isStream, encoding };
  const decoder = isPlain(encoding) ? undefined : createDecoder(encoding ?? "");
  const needsRewriting = translator !== undefined || (call.isAuto && isPlain(encoding));
  if (!needsRewriting) return plain;
  const rewriter = createRewriter({ named: call.named, translator, asked: call.body, isStream });
  if (decoder === undefined) return { ...plain, rewriter };
  if (first !== undefined) decoder.write(first);
  response
    .on("error", (cause) => decoder.destroy(cause))
    .on("aborted", () => decoder.destroy(new Error("cut")));
  return { ...plain, source: response.pipe(decoder), first: undefined, rewriter, encoding: undefined };
}

/** Names come from files and clients; a header holds fewer characters than they may have. */
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 300);

function ownHeaders(call: Call, plan: Plan, target: Target): Record<string, string> {
  return {
    "x-signalbox-model": headerText(target.label),
    "x-signalbox-role": call.role,
    "x-signalbox-routing": plan.kind,
    ...(plan.sessionId !== undefined && { "x-signalbox-session": plan.sessionId }),
    ...(plan.reason !== undefined && { "x-signalbox-reason": headerText(plan.reason) }),
    ...(plan.unreached.length > 0 && {
      "x-signalbox-unreached": headerText(plan.unreached.join(", ")),
    }),
  };
}

function translatedError(translator: Translator, body: Buffer, status: number): string {
  let said: unknown;
  try {
    said = JSON.parse(body.toString("utf8"));
  } catch {
    // An error without its own form is passed on as its text.
  }
  return JSON.stringify(
    translator.error(isRecord(said) ? said : { message: body.toString("utf8", 0, 1_000) }, status),
  );
}

/** The last failure, as it came; a page of a proxy becomes an error that the client can read. */
function answerFailure(exchange: Exchange, own: Record<string, string>, attempted: Attempted): number {
  const { response } = exchange;
  const { failure } = attempted;
  if (failure === undefined || failure.isAlien || failure.status < 400) {
    const status =
      failure?.isLate === true ? 504 : failure !== undefined && failure.status >= 400 ? failure.status : 502;
    for (const [name, value] of Object.entries(own)) response.setHeader(name, value);
    answerFault(exchange, { status, message: failure?.message ?? "No upstream answered." });
    return status;
  }
  const { answer, body } = failure;
  if (answer === undefined) return failure.status;
  const { translator } = attempted.reach;
  const shown = translator === undefined ? body : translatedError(translator, body, failure.status);
  response.writeHead(failure.status, answerHeaders(answer, own, translator !== undefined));
  response.end(shown);
  return failure.status;
}

interface ReadCall {
  readonly exchange: Exchange;
  readonly call: Call;
  readonly text: JsonText;
}

async function serveRead(context: GatewayContext, { exchange, call, text }: ReadCall): Promise<void> {
  const { response } = exchange;
  const startedMs = performance.now();
  const plan = await planCall(context, call);
  const gone = new AbortController();
  response.once("close", () => {
    // An answer that was sent whole has nothing left to end, and an abort is an error with a stack.
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) return;
  const attempted = await tryTargets(context, { exchange, call, plan, text, signal: gone.signal });
  const { target, opened, reach } = attempted;
  const own = {
    ...ownHeaders(call, plan, target),
    ...(attempted.hasMarksAdded && { "x-signalbox-added": "cache_control" }),
  };
  // A stream may last for minutes: what it no longer needs must not stay in memory.
  const served: Served = { call: { ...call, body: {}, steps: [] }, plan, attempted, startedMs };
  if (opened === undefined) {
    const status = answerFailure(exchange, own, attempted);
    noteCall(context, served, {
      status,
      usage: {},
      fault: attempted.failure?.message,
      firstByteMs: undefined,
    });
    return;
  }
  const { source, first, rewriter, isStream, encoding } = openAnswer(call, opened, reach);
  const calls: string[] = [];
  const meter = createMeter({
    protocol: PROTOCOLS[reach.protocol],
    isStream,
    encoding,
    onMarks: (marks) => {
      for (const mark of marks) {
        context.book.noteMark(call.session, mark, target.label);
        if (mark.kind === "call") calls.push(mark.id);
      }
    },
  });
  const firstByteMs = performance.now() - startedMs;
  // Before the answer: the client's next call may come as soon as this one has ended.
  noteSession(context, served);
  const status = opened.response.statusCode ?? 200;
  const isUntyped = isStream && opened.response.headers["content-type"] === undefined;
  const more = { ...own, ...(isUntyped && { "content-type": "text/event-stream" }) };
  response.writeHead(status, answerHeaders(opened.response, more, rewriter !== undefined));
  const isWhole = await passOn({
    source,
    first,
    client: response,
    rewriter,
    onChunk: (chunk) => {
      meter.push(chunk);
    },
  });
  const { usage, fault, thought } = await meter.end();
  noteWarmth(context, served, usage);
  if (thought !== "") for (const id of calls) context.book.noteThought(call.session, id, thought);
  noteCall(context, served, { status, usage, fault: isWhole ? fault : (fault ?? "cut"), firstByteMs });
}

/** Never throws: whatever happens, this client gets an error of its protocol and the others notice nothing. */
export async function serveCall(context: GatewayContext, exchange: Exchange): Promise<void> {
  const { request, protocol } = exchange;
  try {
    const { body, ...text } = await readBody(request, context.settings.limits);
    const named = body["model"];
    if (typeof named !== "string" || named === "") {
      answerFault(exchange, { status: 400, message: "`model` is missing. Name a model, or `auto`." });
      return;
    }
    const { headers } = request;
    const call = readCall({ protocol, headers, body, named, bytes: text.bytes.length }, context.sessions);
    context.sample?.take(call);
    await serveRead(context, { exchange, call, text });
  } catch (fault) {
    const known = fault instanceof SignalboxError ? fault : undefined;
    const status = known?.definition.status ?? 500;
    answerFault(exchange, { status, message: known?.detail ?? "Internal error of the gateway." });
  }
}
