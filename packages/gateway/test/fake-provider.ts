// A provider on a real socket that speaks all three protocols. It records what it got, byte for byte, and answers as scripted.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";

import {
  chatEvents,
  chatWhole,
  messagesEvents,
  messagesWhole,
  responseEvents,
  responseWhole,
  type Event,
  type Said,
} from "./fake-answers.ts";

export interface Got {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  /** Set once the caller left before the answer had ended. */
  wasLeft: boolean;
}

export type Reply =
  | (Partial<
      Pick<Said, "text" | "tool" | "signature" | "thought" | "inputTokens" | "cachedTokens" | "writtenTokens">
    > & { readonly headers?: Readonly<Record<string, string>> })
  | {
      readonly status: number;
      readonly error: string;
      readonly type?: string;
      readonly gzip?: boolean;
      /** Other members of the error. */
      readonly members?: Readonly<Record<string, string>>;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Breaks off after so many bytes of the answer. */
  | { readonly cutAfter: number }
  | { readonly hang: true }
  /** Sends one event, and the others once the promise resolves. */
  | { readonly text: string; readonly until: Promise<unknown> }
  | { readonly gzip: true }
  /** These very bytes behind the head of a stream; one that stays open says nothing more. */
  | { readonly raw: string; readonly staysOpen?: true; readonly type?: string };

export type Script = (got: Got, index: number) => Reply;

export interface FakeProvider {
  readonly url: string;
  readonly got: Got[];
  script: Script;
  close(): Promise<void>;
}

type Forms = readonly [(said: Said) => object, (said: Said) => Event[]];

/** By the end of the path: providers have all kinds of addresses before it. */
const FORMS: readonly (readonly [end: string, forms: Forms])[] = [
  ["/messages", [messagesWhole, messagesEvents]],
  ["/chat/completions", [chatWhole, chatEvents]],
  ["/responses", [responseWhole, responseEvents]],
];

const formsOf = (path: string): Forms | undefined =>
  FORMS.find(([end]) => path.split("?")[0]?.endsWith(end) === true)?.[1];

const render = ([name, data]: Event): string =>
  `${name === "" ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

function parse(bytes: Buffer): Got["body"] {
  try {
    return JSON.parse(bytes.toString()) as Got["body"];
  } catch {
    return {};
  }
}

function sendError(response: ServerResponse, reply: Extract<Reply, { status: number }>): void {
  const type = reply.type ?? "application/json";
  const text = type.includes("json")
    ? JSON.stringify({ type: "error", error: { type: "fault", message: reply.error, ...reply.members } })
    : reply.error;
  const headers = {
    ...reply.headers,
    "content-type": type,
    ...(reply.gzip === true && { "content-encoding": "gzip" }),
  };
  response.writeHead(reply.status, headers).end(reply.gzip === true ? gzipSync(text) : text);
}

async function answer(got: Got, response: ServerResponse, reply: Reply): Promise<void> {
  if ("hang" in reply) return;
  if ("raw" in reply) {
    // An empty type leaves the header out.
    if (reply.type !== "") response.setHeader("content-type", reply.type ?? "text/event-stream");
    response.writeHead(200);
    response.flushHeaders();
    response.write(reply.raw);
    if (reply.staysOpen !== true) response.end();
    return;
  }
  if ("status" in reply) {
    sendError(response, reply);
    return;
  }
  const forms = formsOf(got.path);
  if (forms === undefined) {
    response.writeHead(200, { "content-type": "application/json" }).end('{"input_tokens":1000}');
    return;
  }
  const said = {
    id: Math.random().toString(36).slice(2),
    model: got.model,
    text: `Hello from ${got.model}.`,
    ...reply,
  };
  const isStream = got.body["stream"] === true;
  const events = isStream ? forms[1](said).map(render) : [JSON.stringify(forms[0](said))];
  // ChatGPT's address for plans streams without a type (KarpelesLab/teamclaude #456).
  const isPlan = got.path.includes("/backend-api/codex");
  const headers: Record<string, string> = {
    ...(!isPlan && { "content-type": isStream ? "text/event-stream" : "application/json" }),
    "x-request-id": "req_1",
    ...("headers" in reply && reply.headers),
  };
  if ("gzip" in reply) {
    response.writeHead(200, { ...headers, "content-encoding": "gzip" }).end(gzipSync(events.join("")));
    return;
  }
  response.writeHead(200, headers);
  if ("cutAfter" in reply) {
    response.write(events.join("").slice(0, reply.cutAfter), () => response.destroy());
    return;
  }
  if ("until" in reply) {
    response.write(events.shift() ?? "");
    await reply.until;
  }
  for (const event of events) response.write(event);
  response.end();
}

export async function startFakeProvider(script: Script = () => ({}), port = 0): Promise<FakeProvider> {
  const got: Got[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await buffer(request);
    const body = parse(bytes);
    const { method = "", url = "", headers } = request;
    const entry: Got = {
      method,
      path: url,
      headers,
      bytes,
      body,
      model: typeof body["model"] === "string" ? body["model"] : "",
      wasLeft: false,
    };
    got.push(entry);
    response.on("close", () => {
      if (!response.writableFinished) entry.wasLeft = true;
    });
    await answer(entry, response, provider.script(entry, got.length - 1));
  };
  const server = createServer(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const provider: FakeProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    script,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return provider;
}
