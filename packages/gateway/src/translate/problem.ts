// Errors, read from one protocol and written in another: clients act on the type and the code, not on the words.
import { isRecord } from "@signalbox/contracts";

import type { Body, ProtocolName } from "../protocols/protocol.ts";
import { PROTOCOLS } from "../protocols/protocols.ts";
import { countOf, memberOf, textOf } from "../protocols/read-json.ts";
import type { Problem } from "./form.ts";

/** Types of Messages and codes of OpenAI that say more than their words. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["invalid_prompt", 400],
  ["context_length_exceeded", 400],
  ["authentication_error", 401],
  ["invalid_api_key", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["model_not_found", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["rate_limit_exceeded", 429],
  ["insufficient_quota", 429],
  ["timeout_error", 504],
  ["overloaded_error", 529],
  ["server_is_overloaded", 529],
  ["slow_down", 529],
]);

const TOO_LONG =
  /prompt is too long|maximum context length|context (?:window|length|size)|exceeds? the context/i;
const LENGTH_CODE = "context_length_exceeded";

/** @param status as the upstream answered; of an event in a stream it is read from its type */
export function readProblem(body: Body, status?: number): Problem {
  const said = isRecord(body["error"]) ? body["error"] : body;
  const message =
    textOf(said["message"]) ?? textOf(body["error"]) ?? textOf(said["detail"]) ?? "The upstream failed.";
  const [code, type] = [textOf(said["code"]), textOf(said["type"])];
  const known = [code, type].map((name) => STATUSES.get(name ?? "")).find((each) => each !== undefined);
  return {
    message,
    status: status ?? known ?? countOf(said["code"]) ?? 500,
    code: TOO_LONG.test(message) ? LENGTH_CODE : (code ?? type),
  };
}

/** Clients shorten the conversation when they read these words, or that code. */
const TOO_LONG_WORDS = "prompt is too long";

const CODES: ReadonlyMap<number, string> = new Map([
  [429, "rate_limit_exceeded"],
  [503, "server_is_overloaded"],
  [529, "server_is_overloaded"],
]);

export function openaiCode({ code, status }: Problem): string | null {
  if (code === LENGTH_CODE || code === "insufficient_quota") return code;
  return CODES.get(status) ?? null;
}

export function writeProblem(protocol: ProtocolName, problem: Problem): Body {
  const { status, code } = problem;
  const isTooLong = code === LENGTH_CODE;
  const message =
    protocol === "messages" && isTooLong && !problem.message.includes(TOO_LONG_WORDS)
      ? `${TOO_LONG_WORDS}: ${problem.message}`
      : problem.message;
  const body = PROTOCOLS[protocol].errorBody({ status: status === 503 ? 529 : status, message }) as Body;
  if (protocol === "messages") return body;
  const error = memberOf(body, "error");
  return { error: { ...(isRecord(error) && error), code: openaiCode(problem) } };
}
