// `POST /v1/messages/count_tokens` asks the upstream of the model that the session is with, in its own protocol; where that has no
// such address the tokens are estimated.
import { isRecord, SignalboxError } from "@signalbox/contracts";
import { estimateTokens } from "@signalbox/engine/internals";

import { isAuto } from "../plan/auto-names.ts";
import { ownModel, type Target } from "../plan/own-model.ts";
import type { GatewayContext } from "../plan/gateway-context.ts";
import { takesOfTarget } from "../plan/target-takes.ts";
import { rewriteMembers, type JsonText } from "../json/rewrite-members.ts";
import type { Body, ProtocolName } from "../protocols/protocol.ts";
import { countOf } from "../protocols/read-json.ts";
import { reachOf } from "../translate/reach.ts";
import { UpstreamFault, type Opened } from "../upstreams/call-upstream.ts";
import { answerHeaders } from "../upstreams/forwarded-headers.ts";
import { readWhole } from "../upstreams/judge-answer.ts";
import { answerFault } from "./answer-fault.ts";
import type { Exchange } from "./exchange.ts";
import { openUpstream } from "./open-upstream.ts";
import { passOn } from "./pass-on.ts";
import { readBody } from "./read-body.ts";

export const COUNT_PATH = "/v1/messages/count_tokens";

/** Behind the endpoint of each protocol; Chat has none. */
const COUNTERS: Readonly<Partial<Record<ProtocolName, string>>> = {
  messages: "/count_tokens",
  responses: "/input_tokens",
};
/** Members of a call in Responses that are counted. */
const COUNTED = ["input", "instructions", "tools", "tool_choice", "parallel_tool_calls", "text"] as const;

interface Question {
  readonly protocol: ProtocolName;
  readonly sent: Buffer;
}

interface Asked {
  readonly text: JsonText;
  readonly body: Body;
}

/** Undefined where the upstream's protocol counts nothing. */
function questionOf(context: GatewayContext, target: Target, { text, body }: Asked): Question | undefined {
  const protocols = context.learned.spoken(target.upstream);
  const takes = takesOfTarget(context, target);
  const reach = reachOf({ from: "messages", upstream: { protocols }, takes, hasTools: true });
  const { protocol = "messages", translator } = reach ?? {};
  if (translator === undefined)
    return { protocol, sent: rewriteMembers(text, new Map([["model", target.model]])) };
  if (COUNTERS[protocol] === undefined) return undefined;
  const call = translator.request(body);
  const counted = COUNTED.flatMap((name) => (call[name] === undefined ? [] : [[name, call[name]]]));
  return {
    protocol,
    sent: Buffer.from(JSON.stringify({ model: target.model, ...Object.fromEntries(counted) })),
  };
}

const PICTURE_TOKENS = 1_600;
const PICTURE = /"type":"(?:image|document)"/g;

/** Pictures are many bytes and few tokens. @unit tokens */
function estimatedTokens({ system, messages, tools }: Body): number {
  const withoutData = (name: string, value: unknown): unknown => (name === "data" ? "" : value);
  const text = JSON.stringify({ system, messages, tools }, withoutData);
  const pictures = text.match(PICTURE)?.length ?? 0;
  return estimateTokens(text, "claude") + pictures * PICTURE_TOKENS;
}

function ask(
  context: GatewayContext,
  { request, response, path }: Exchange,
  { target: { upstream }, question }: { readonly target: Target; readonly question: Question },
): Promise<Opened> {
  const { protocol, sent: body } = question;
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const isNative = protocol === "messages";
  return openUpstream(context, {
    upstream,
    key: isNative ? upstream.key : (upstream.spareKey ?? upstream.key),
    protocol,
    headers: request.headers,
    query: isNative ? path : "",
    more: COUNTERS[protocol] ?? "",
    body,
    signal: gone.signal,
  });
}

function countedIn(answer: Buffer): number | undefined {
  try {
    const body: unknown = JSON.parse(answer.toString("utf8"));
    return isRecord(body) ? countOf(body["input_tokens"]) : undefined;
  } catch {
    return undefined;
  }
}

/** Statuses of a server that has no such address. */
const UNKNOWN: ReadonlySet<number> = new Set([404, 405, 501]);

/** @returns the tokens, or nothing where the upstream's own answer was passed on */
async function countedBy(
  context: GatewayContext,
  exchange: Exchange,
  asked: Asked & { readonly target: Target },
): Promise<number | undefined> {
  const question = questionOf(context, asked.target, asked);
  if (question === undefined) return estimatedTokens(asked.body);
  const opened = await ask(context, exchange, { target: asked.target, question });
  const { response: source, first } = opened;
  const { statusCode: status = 200 } = source;
  if (question.protocol !== "messages" || status < 400 || UNKNOWN.has(status))
    return countedIn(await readWhole(opened)) ?? estimatedTokens(asked.body);
  exchange.response.writeHead(status, answerHeaders(source, {}));
  await passOn({ source, first, client: exchange.response, rewriter: undefined, onChunk: () => {} });
  return undefined;
}

export async function countTokens(context: GatewayContext, exchange: Exchange): Promise<void> {
  const { request, response, protocol } = exchange;
  try {
    const { body, ...text } = await readBody(request, context.settings.limits);
    const named = typeof body["model"] === "string" ? body["model"] : "auto";
    const before = context.book.get(context.sessions.read(request.headers, body).key);
    const target = ownModel(context, { protocol, named, isAuto: isAuto(named) }, before);
    const tokens = await countedBy(context, exchange, { text, body, target }).catch((fault: unknown) => {
      if (fault instanceof UpstreamFault) return estimatedTokens(body);
      throw fault;
    });
    if (tokens === undefined) return;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ input_tokens: tokens }));
  } catch (fault) {
    const known = fault instanceof SignalboxError ? fault : undefined;
    const message = known?.detail ?? "The gateway could not count the tokens.";
    answerFault(exchange, { status: known?.definition.status ?? 502, message });
  }
}
