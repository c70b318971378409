// A real socket that answers as scripted, and what it saw. For faults that a healthy service does not make.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Options of a client of a real service: a full machine answers late, and these tests ask what it answers, not when. */
export const PATIENT = { timeoutMs: Infinity, deadlineMs: Infinity } as const;

/** `attempt` counts from 1. */
export type Handler = (request: Seen, response: ServerResponse, attempt: number) => void;

export interface Socket {
  readonly seen: readonly Seen[];
  readonly baseUrl: string;
}

export async function serve(context: TestContext, handler: Handler): Promise<Socket> {
  const seen: Seen[] = [];
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url, headers } = message;
    const request = { method, url, headers, body: await text(message) };
    seen.push(request);
    handler(request, response, seen.length);
  };
  const server = createServer((message, response) => void answer(message, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** An address at which nothing listens. */
export async function unreachable(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `http://127.0.0.1:${port}`;
}

export function sendProblem(
  response: ServerResponse,
  { status, code, headers = {} }: { status: number; code: string; headers?: Record<string, string> },
): void {
  response.writeHead(status, { "content-type": "application/problem+json", ...headers });
  response.end(JSON.stringify({ code, title: "Busy", detail: "Wait a little.", status }));
}

/** Promises more than it sends, then breaks the connection. */
export function sendHalf(response: ServerResponse, body: string): void {
  response.writeHead(200, { "content-length": String(body.length) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

export const SESSION_ID = "018f6b1e-0000-4000-8000-000000000001";

export function sendSelection(response: ServerResponse, ranking: readonly string[]): void {
  const [llm_label] = ranking;
  response.end(JSON.stringify({ llm_label, providers: [{}], session_id: SESSION_ID, ranking }));
}
