// One call from the door to its end: read, planned, tried with one candidate after the other until one gives a first byte,
// passed on as it comes, and billed.
import { SignalboxError } from "@signalbox/contracts";

import { createMeter } from "../bill/meter.ts";
import type { Target } from "../plan/own-model.ts";
import type { Plan } from "../plan/plan-call.ts";
import { planCall } from "../plan/plan-call.ts";
import type { GatewayContext } from "../plan/gateway-context.ts";
import { readCall, type Call } from "../plan/read-call.ts";
import { answerHeaders } from "../upstreams/forwarded-headers.ts";
import { answerFault } from "./answer-fault.ts";
import type { Exchange } from "./exchange.ts";
import { noteCall, noteSession, type Served } from "./note-call.ts";
import { passOn } from "./pass-on.ts";
import { readBody } from "./read-body.ts";
import { tryTargets, type Attempted } from "./try-targets.ts";

/** Names come from files and clients; a header holds fewer characters than they may have. */
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 300);

function ownHeaders(call: Call, plan: Plan, target: Target): Record<string, string> {
  return {
    "x-signalbox-model": headerText(target.label),
    "x-signalbox-role": call.role,
    "x-signalbox-routing": plan.kind,
    ...(plan.sessionId !== undefined && { "x-signalbox-session": plan.sessionId }),
    ...(plan.reason !== undefined && { "x-signalbox-reason": headerText(plan.reason) }),
    ...(plan.otherProtocol.length > 0 && {
      "x-signalbox-other-protocol": headerText(plan.otherProtocol.join(", ")),
    }),
  };
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
  response.writeHead(failure.status, answerHeaders(answer, own));
  response.end(body);
  return failure.status;
}

interface ReadCall {
  readonly exchange: Exchange;
  readonly call: Call;
  readonly bytes: Buffer;
}

async function serveRead(context: GatewayContext, { exchange, call, bytes }: ReadCall): Promise<void> {
  const { response } = exchange;
  const startedMs = performance.now();
  const plan = await planCall(context, call);
  const gone = new AbortController();
  response.once("close", () => {
    // An answer that was sent whole has nothing left to end, and an abort is an error with a stack.
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) return;
  const attempted = await tryTargets(context, { exchange, call, plan, bytes, signal: gone.signal });
  const { target, opened } = attempted;
  const own = ownHeaders(call, plan, target);
  // A stream may last for minutes: what it no longer needs must not stay in memory.
  const served: Served = { call: { ...call, body: {} }, plan, attempted, startedMs };
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
  const { headers } = opened.response;
  const meter = createMeter({
    protocol: call.protocol,
    contentType: headers["content-type"] ?? "",
    encoding: headers["content-encoding"],
    onMarks: (marks) => {
      for (const mark of marks) context.book.noteMark(call.session.caller, mark, target.label);
    },
  });
  const firstByteMs = performance.now() - startedMs;
  // Before the answer: the client's next call may come as soon as this one has ended.
  noteSession(context, served);
  response.writeHead(opened.response.statusCode ?? 200, answerHeaders(opened.response, own));
  const isWhole = await passOn(opened, response, (chunk) => {
    meter.push(chunk);
  });
  const { usage, fault } = await meter.end();
  const status = opened.response.statusCode ?? 200;
  noteCall(context, served, { status, usage, fault: isWhole ? fault : (fault ?? "cut"), firstByteMs });
}

/** Never throws: whatever happens, this client gets an error of its protocol and the others notice nothing. */
export async function serveCall(context: GatewayContext, exchange: Exchange): Promise<void> {
  const { request, protocol } = exchange;
  try {
    const { bytes, body } = await readBody(request, context.settings.limits);
    const named = body["model"];
    if (typeof named !== "string" || named === "") {
      answerFault(exchange, { status: 400, message: "`model` is missing. Name a model, or `auto`." });
      return;
    }
    const call = readCall({ protocol, headers: request.headers, body, named }, context.sessions);
    await serveRead(context, { exchange, call, bytes });
  } catch (fault) {
    const known = fault instanceof SignalboxError ? fault : undefined;
    const status = known?.definition.status ?? 500;
    answerFault(exchange, { status, message: known?.detail ?? "The gateway had a fault of its own." });
  }
}
