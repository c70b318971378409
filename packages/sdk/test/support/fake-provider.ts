// A model provider on a real socket that speaks the OpenAI wire: chat completions and responses, whole and as events.
// It records what it got and answers as scripted, faults included; without a script it answers with the model's own name.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

import {
  chatCompletion,
  chatCompletionEvents,
  modelList,
  responseEvents,
  responseObject,
} from "./openai-wire.ts";

export interface ProviderRequest {
  readonly method: string;
  /** "/v1/chat/completions", without a query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The `model` of the body; "" when there is none. */
  readonly model: string;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type ProviderReply =
  /** `cutAfter` breaks the connection after so many events of a stream, or before the end of a whole answer. */
  | { readonly text: string; readonly cutAfter?: number }
  | { readonly toolCalls: readonly ToolCall[]; readonly cutAfter?: number }
  | {
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Takes the request and never answers. */
  | { readonly hang: true };

export type Replier = (request: ProviderRequest) => ProviderReply;

export interface FakeProvider {
  /** Ends with "/v1", as OPENAI_BASE_URL does. */
  readonly url: string;
  /** Oldest first. */
  readonly requests: readonly ProviderRequest[];
  /** Models asked for completions, oldest first. */
  models(): readonly string[];
  /** Forgets the requests and replies in this way from now on; without an argument, in the usual way. */
  reset(replier?: Replier): void;
  close(): Promise<void>;
}

/** The usual answer. Every word is an event of its own in a stream. */
export const answerOf = (model: string): string => `Hello from ${model}.`;

const usual: Replier = ({ model }) => ({ text: answerOf(model) });

async function readRequest(message: IncomingMessage): Promise<ProviderRequest> {
  const { pathname } = new URL(message.url ?? "/", "http://provider");
  const body = message.method === "POST" ? ((await json(message)) as Record<string, unknown>) : {};
  const model = typeof body["model"] === "string" ? body["model"] : "";
  return { method: message.method ?? "", path: pathname, headers: message.headers, body, model };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

type Content = Extract<ProviderReply, { text: string } | { toolCalls: unknown }>;

/** Sends half of a whole answer and breaks the connection. */
function sendHalf(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { "content-type": "application/json", "content-length": String(text.length) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

function sendEvents(response: ServerResponse, events: readonly string[], cutAfter = events.length): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const isCut = cutAfter < events.length;
  const sent = events.slice(0, cutAfter).join("");
  if (!isCut) response.end(sent);
  // The headers must leave even when no event does; what was written must leave before the connection breaks.
  else response.write(sent === "" ? ":\n\n" : sent, () => response.destroy());
}

function sendContent(response: ServerResponse, request: ProviderRequest, reply: Content): void {
  const isChat = request.path.endsWith("/chat/completions");
  if (request.body["stream"] === true) {
    const events = isChat ? chatCompletionEvents(request, reply) : responseEvents(request, reply);
    sendEvents(response, events, reply.cutAfter);
    return;
  }
  const body = isChat ? chatCompletion(request, reply) : responseObject(request, reply);
  if (reply.cutAfter === undefined) sendJson(response, 200, body);
  else sendHalf(response, body);
}

function sendReply(response: ServerResponse, request: ProviderRequest, reply: ProviderReply): void {
  if ("hang" in reply) return;
  if ("status" in reply) {
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
    const message = reply.message ?? `The provider fails with ${reply.status}.`;
    sendJson(response, reply.status, { error: { message, type: "provider_error", code: null, param: null } });
    return;
  }
  sendContent(response, request, reply);
}

const isAnswered = ({ method, path }: ProviderRequest): boolean =>
  method === "POST" && /\/(?:chat\/completions|responses)$/.test(path);

export async function startFakeProvider(replier: Replier = usual): Promise<FakeProvider> {
  const requests: ProviderRequest[] = [];
  let current = replier;
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message);
    requests.push(request);
    if (isAnswered(request)) sendReply(response, request, current(request));
    else if (request.path.endsWith("/models")) sendJson(response, 200, modelList());
    else sendReply(response, request, { status: 404, message: `There is no ${request.path} here.` });
  };
  const server = createServer((message, response) => {
    answer(message, response).catch((cause: unknown) => {
      sendReply(
        response,
        { method: "", path: "", headers: {}, body: {}, model: "" },
        { status: 400, message: String(cause) },
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    models: () => requests.filter(isAnswered).map(({ model }) => model),
    reset: (next = usual) => {
      requests.length = 0;
      current = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
