// A model provider on a real socket, asked by fetch as anybody's own client would: whole answers, or lines as they come.
import type { ServerResponse } from "node:http";
import type { TestContext } from "node:test";

import { labelOf } from "../../src/index.ts";
import type { Candidate, ModelCallContext } from "../../src/index.ts";
import { serve } from "./serve.ts";

/** The behaviour of a model when it is called. */
export type Behaviour = (response: ServerResponse) => void;

export interface LineProvider {
  /** Labels called, oldest first. */
  readonly called: readonly string[];
  /** Labels whose connection the client closed before the end. */
  readonly abandoned: readonly string[];
  readonly ask: (candidate: Candidate, request: unknown, context: ModelCallContext) => Promise<string>;
  readonly lines: (
    candidate: Candidate,
    request: unknown,
    context: Pick<ModelCallContext, "signal">,
  ) => Promise<AsyncIterable<string>>;
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let pending = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (pending + text).split("\n");
    pending = lines.pop() ?? "";
    yield* lines;
  }
}

export async function startLineProvider(
  context: TestContext,
  behaviours: Readonly<Record<string, Behaviour>>,
): Promise<LineProvider> {
  const called: string[] = [];
  const abandoned: string[] = [];
  const { baseUrl } = await serve(context, ({ url }, response) => {
    const label = decodeURIComponent(url?.slice(1) ?? "");
    called.push(label);
    response.on("close", () => {
      if (!response.writableFinished) abandoned.push(label);
    });
    const usual: Behaviour = (response) => response.end(`one of ${label}\ntwo of ${label}\n`);
    (behaviours[label] ?? usual)(response);
  });
  const open = async (candidate: Candidate, signal: AbortSignal): Promise<Response> => {
    const response = await fetch(`${baseUrl}/${encodeURIComponent(labelOf(candidate) ?? "")}`, { signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response;
  };
  return {
    called,
    abandoned,
    ask: async (candidate, _request, { signal }) => (await open(candidate, signal)).text(),
    lines: async (candidate, _request, { signal }) => {
      const { body } = await open(candidate, signal);
      return readLines(body ?? new ReadableStream());
    },
  };
}

export const fails: Behaviour = (response) => response.writeHead(500).end("no");
export const hangs: Behaviour = () => undefined;
export const sendsNothing: Behaviour = (response) => response.end();
/** One line, then a broken connection. */
export const breaks: Behaviour = (response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write("one\n", () => setImmediate(() => response.destroy()));
};
/** One line, then silence. */
export const fallsSilent: Behaviour = (response) => {
  response.write("one\n");
};
