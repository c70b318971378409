// Calls of model-select as a client with a key makes them.
import assert from "node:assert/strict";

import type { SelectResponse } from "@signalbox/contracts";

import type { TestService } from "./test-service.ts";

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: readonly { readonly location: string; readonly message: string; readonly fix: string }[];
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  readonly json: unknown;
}

interface RawCall {
  readonly url?: string;
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "HEAD";
  /** Sent as it is. */
  readonly payload?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export const EXAMPLE = {
  messages: [
    { role: "system", content: "You are a helpful assistant." },
    { role: "user", content: "What is the capital of France?" },
  ],
  llm_providers: [
    { provider: "openai", model: "gpt-4o-mini" },
    { provider: "openai", model: "o3" },
    { provider: "anthropic", model: "claude-sonnet-4-5" },
  ],
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function keyOf(service: TestService): string {
  const key = service.firstStart?.key;
  assert.ok(key !== undefined);
  return key;
}

/** One call, with the first key and as JSON unless the headers say otherwise. */
export async function callRaw(service: TestService, call: RawCall): Promise<RawAnswer> {
  const response = await service.app.http.inject({
    method: call.method ?? "POST",
    url: call.url ?? "/api/v1/model-select",
    headers: {
      ...(call.headers?.["authorization"] === undefined && { authorization: `Bearer ${keyOf(service)}` }),
      "content-type": "application/json",
      ...call.headers,
    },
    ...(call.payload === undefined ? {} : { payload: call.payload }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    json: parse(response.payload),
  };
}

export function select(service: TestService, body: unknown, url?: string): Promise<RawAnswer> {
  return callRaw(service, { payload: JSON.stringify(body), ...(url === undefined ? {} : { url }) });
}

export async function selected(service: TestService, body: unknown, url?: string): Promise<SelectResponse> {
  const answer = await select(service, body, url);
  assert.equal(answer.status, 200, answer.text);
  return answer.json as SelectResponse;
}

/** Asserts what every fault promises, whatever caused it. */
export function assertProblem(answer: RawAnswer, status: number, code: string): Problem {
  assert.equal(answer.status, status, answer.text);
  const problem = answer.json as Problem;
  assert.match(String(answer.headers["content-type"]), /^application\/problem\+json/);
  assert.equal(problem.status, status);
  assert.equal(problem.code, code, answer.text);
  assert.ok(problem.detail.length > 10);
  assert.ok(problem.title.length > 3 && problem.type.startsWith("/docs#error-"));
  assert.equal(problem.request_id, answer.headers["x-request-id"]);
  assert.match(String(answer.headers["server-timing"]), /total;dur=/);
  return problem;
}
