// `POST /v1/messages/count_tokens` asks the upstream of the model that the session is with; where nobody can count, the answer
// says so and clients count for themselves.
import { SignalboxError } from "@signalbox/contracts";

import { isAuto } from "../plan/auto-names.ts";
import { ownModel } from "../plan/own-model.ts";
import type { GatewayContext } from "../plan/gateway-context.ts";
import { applyEdits, replaceMember } from "../json/edit-body.ts";
import { addressOf } from "../upstreams/address.ts";
import { callUpstream } from "../upstreams/call-upstream.ts";
import { answerHeaders, requestHeaders } from "../upstreams/forwarded-headers.ts";
import { answerFault } from "./answer-fault.ts";
import type { Exchange } from "./exchange.ts";
import { passOn } from "./pass-on.ts";
import { readBody } from "./read-body.ts";

export const COUNT_PATH = "/v1/messages/count_tokens";

export async function countTokens(context: GatewayContext, exchange: Exchange): Promise<void> {
  const { request, response, protocol, path } = exchange;
  const { limits } = context.settings;
  try {
    const { bytes, body } = await readBody(request, limits);
    const named = typeof body["model"] === "string" ? body["model"] : "auto";
    const { headers } = request;
    const before = context.book.get(context.sessions.read(headers, body).key);
    const target = ownModel(context, { protocol, named, isAuto: isAuto(named) }, before);
    const sent = applyEdits(bytes, replaceMember(bytes, "model", target.model));
    const gone = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) gone.abort();
    });
    const opened = await callUpstream({
      url: addressOf(target.upstream, { protocol: "messages", headers, query: path, more: "/count_tokens" }),
      method: "POST",
      headers: requestHeaders({
        headers,
        protocol,
        key: target.upstream.key,
        gatewayKey: context.settings.key,
        bytes: sent.length,
      }),
      body: sent,
      firstByteMs: limits.firstByteMs,
      idleMs: limits.idleMs,
      signal: gone.signal,
    });
    response.writeHead(opened.response.statusCode ?? 200, answerHeaders(opened.response, {}));
    const { response: source, first } = opened;
    await passOn({ source, first, client: response, rewriter: undefined, onChunk: () => {} });
  } catch (fault) {
    const known = fault instanceof SignalboxError ? fault : undefined;
    const message = known?.detail ?? "No upstream could count the tokens.";
    answerFault(exchange, { status: known?.definition.status ?? 502, message });
  }
}
