// Chat and stream with models that fail, hang and break, over real sockets: who is called, what comes back, what is reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";

import { createSignalbox, ModelCallError, SignalboxApiError, StreamInterruptedError } from "../src/index.ts";
import type { FeedbackReport, SignalboxOptions } from "../src/index.ts";
import { failureOf } from "./support/adapter-world.ts";
import {
  breaks,
  fails,
  fallsSilent,
  hangs,
  sendsNothing,
  startLineProvider,
} from "./support/line-provider.ts";
import { sendProblem, sendSelection, serve, SESSION_ID } from "./support/serve.ts";

const REQUEST = {
  messages: "Say two lines.",
  llm_providers: [{ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" }],
};

/** A service that ranks a, b, c and keeps what is reported; d is not eligible. */
async function startService(context: TestContext, options: Partial<SignalboxOptions> = {}) {
  const reports: FeedbackReport[] = [];
  const { baseUrl, seen } = await serve(context, ({ url, body }, response) => {
    if (url?.endsWith("/model-select") === true) {
      sendSelection(response, ["a", "b", "c"]);
      return;
    }
    reports.push(JSON.parse(body) as FeedbackReport);
    response.end(JSON.stringify({ status: "recorded" }));
  });
  return { reports, seen, client: createSignalbox({ baseUrl, apiKey: "sk_test", ...options }) };
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const chunks: T[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return chunks;
}

test("the recommended model is called once, and its time is reported by itself", async (context) => {
  const { client, reports } = await startService(context);
  const provider = await startLineProvider(context, {});
  const answer = await client.chat(REQUEST, provider.ask);
  assert.equal(answer.value, "one of a\ntwo of a\n");
  assert.deepEqual([answer.llm_label, answer.failures], ["a", []]);
  await client.flush();
  assert.deepEqual(provider.called, ["a"]);
  const [report] = reports;
  assert.deepEqual([report?.session_id, report?.label], [SESSION_ID, "a"]);
  assert.ok((report?.usage?.seconds ?? 0) > 0);
});

test("a model that fails and one that hangs are passed over; feedback goes to the one that answered", async (context) => {
  const { client, reports } = await startService(context);
  const provider = await startLineProvider(context, { a: fails, b: hangs });
  const answer = await client.chat(REQUEST, provider.ask, { callTimeoutMs: 500 });
  assert.equal(answer.llm_label, "c");
  assert.equal(answer.candidate, REQUEST.llm_providers[2]);
  assert.deepEqual(
    answer.failures.map(({ llm_label, kind }) => [llm_label, kind]),
    [
      ["a", "error"],
      ["b", "timeout"],
    ],
  );
  await client.flush();
  await answer.feedback("up", { scope: "chain" });
  assert.deepEqual(reports[1], { session_id: SESSION_ID, label: "c", value: "up", scope: "chain" });
  assert.deepEqual(provider.called, ["a", "b", "c"]);
});

test("a function that ignores the signal is left behind when its time is up", async (context) => {
  const { client } = await startService(context);
  const call = ({ name }: { name: string }): Promise<string> =>
    name === "a" ? new Promise(() => undefined) : Promise.resolve(name);
  assert.equal((await client.chat(REQUEST, call, { callTimeoutMs: 20 })).value, "b");
});

test("when every model fails the error names each, and none is called that is not ranked", async (context) => {
  const { client, reports } = await startService(context);
  const provider = await startLineProvider(context, { a: fails, b: fails, c: fails });
  const error = await failureOf(ModelCallError, client.chat(REQUEST, provider.ask, { attemptsMax: 9 }));
  assert.deepEqual(
    error.failures.map(({ llm_label }) => llm_label),
    ["a", "b", "c"],
  );
  assert.match(error.message, /a \(error\), b \(error\), c \(error\)/);
  assert.deepEqual(provider.called, ["a", "b", "c"]);
  await client.flush();
  assert.deepEqual(reports, []);
});

test("how many models are tried, and after which failures, is the caller's to say", async (context) => {
  const { client } = await startService(context, { attemptsMax: 2 });
  const provider = await startLineProvider(context, { a: fails, b: fails });
  await failureOf(ModelCallError, client.chat(REQUEST, provider.ask));
  assert.deepEqual(provider.called, ["a", "b"]);
  await failureOf(ModelCallError, client.chat(REQUEST, provider.ask, { mayTryNext: () => false }));
  assert.deepEqual(provider.called, ["a", "b", "a"]);
});

test("an abort while a model is called ends the call and tries no other", async (context) => {
  const { client } = await startService(context);
  const controller = new AbortController();
  const called: string[] = [];
  const call = ({ name }: { name: string }): Promise<string> => {
    called.push(name);
    controller.abort();
    return new Promise(() => undefined);
  };
  const { signal } = controller;
  assert.equal((await failureOf(SignalboxApiError, client.chat(REQUEST, call, { signal }))).code, "aborted");
  await failureOf(
    SignalboxApiError,
    client.stream(REQUEST, () => assert.fail(), { signal }),
  );
  assert.deepEqual(called, ["a"]);
});

test("without the service the declared default is called, nothing is reported, feedback has no session", async (context) => {
  const { baseUrl, seen } = await serve(context, (_request, response) => response.destroy());
  const client = createSignalbox({ baseUrl, retries: 0, fallback: "d" });
  const provider = await startLineProvider(context, { d: fails });
  const answer = await client.chat(REQUEST, provider.ask);
  assert.deepEqual(provider.called, ["d", "a"]);
  assert.equal(answer.selection.origin, "default");
  assert.equal(await answer.feedback("up"), undefined);
  await client.flush();
  assert.equal(seen.length, 1);
});

test("a report that cannot be made disturbs nobody", async (context) => {
  const { baseUrl } = await serve(context, ({ url }, response) => {
    if (url?.endsWith("/model-select") === true) sendSelection(response, ["a"]);
    else sendProblem(response, { status: 403, code: "forbidden" });
  });
  const faults: unknown[] = [];
  const kept: Promise<void>[] = [];
  const client = createSignalbox({
    baseUrl,
    reportsPendingMax: 1,
    waitUntil: (report) => void kept.push(report),
    onReportFault: (fault) => {
      faults.push(fault);
      throw new Error("the log is full");
    },
  });
  await Promise.all([client.chat(REQUEST, () => 1), client.chat(REQUEST, () => 2)]);
  await client.flush();
  await Promise.all(kept);
  assert.ok(faults.some((fault) => fault instanceof SignalboxApiError && fault.code === "forbidden"));
  const silent = createSignalbox({ baseUrl, reportsUsage: false, onReportFault: () => assert.fail() });
  await silent.chat(REQUEST, () => 1);
  await silent.flush();
});

test("a reader of tokens that fails, and a platform that does, cost the figure and not the answer", async (context) => {
  const faults: unknown[] = [];
  const breaksDown = (): never => {
    throw new Error("broken");
  };
  const { client } = await startService(context, {
    waitUntil: breaksDown,
    onReportFault: (fault) => faults.push(fault),
  });
  const answer = await client.chat(REQUEST, () => "four", { usageOf: breaksDown });
  assert.deepEqual([answer.value, answer.usage], ["four", undefined]);
  const provider = await startLineProvider(context, {});
  const stream = await client.stream(REQUEST, provider.lines, { usageOf: breaksDown });
  assert.equal((await collect(stream)).length, 2);
  await client.flush();
  assert.equal(faults.length, 5);
});

test("tokens are read as the usual providers tell them, and by the caller's own reader", async (context) => {
  const { client, reports } = await startService(context);
  const reported = [
    { usage: { prompt_tokens: 3, completion_tokens: 5 } },
    { response: { usage: { input_tokens: 3, output_tokens: 5 } } },
    { usage: { inputTokens: 3, outputTokens: 5 } },
  ];
  for (const value of reported)
    assert.deepEqual((await client.chat(REQUEST, () => value)).usage, { input_tokens: 3, output_tokens: 5 });
  const usageOf = (text: string) => ({ output_tokens: text.length });
  assert.deepEqual((await client.chat(REQUEST, () => "four", { usageOf })).usage, { output_tokens: 4 });
  assert.equal((await client.chat(REQUEST, () => ({ usage: null }))).usage, undefined);
  await client.flush();
  assert.equal(reports.filter(({ usage }) => usage?.output_tokens === 5).length, 3);
});

test("a stream begins with the first model that sends a chunk", async (context) => {
  const { client, reports } = await startService(context);
  const provider = await startLineProvider(context, { a: fails, b: sendsNothing });
  const stream = await client.stream(REQUEST, provider.lines);
  assert.equal(stream.llm_label, "c");
  assert.deepEqual(
    stream.failures.map(({ kind }) => kind),
    ["error", "empty"],
  );
  assert.deepEqual(await collect(stream), ["one of c", "two of c"]);
  await client.flush();
  assert.equal(reports[0]?.label, "c");
  assert.equal(reports[0]?.usage?.first_token_seconds, stream.secondsToFirstChunk);
});

test("a stream cut in the middle is an error with what was got, and nothing is said twice", async (context) => {
  const { client, reports } = await startService(context);
  const provider = await startLineProvider(context, { a: breaks });
  const stream = await client.stream(REQUEST, provider.lines);
  const got: string[] = [];
  const reading = (async () => {
    for await (const line of stream) got.push(line);
  })();
  const error = await failureOf(StreamInterruptedError, reading);
  assert.deepEqual([error.llm_label, error.kind, error.chunks], ["a", "error", ["one"]]);
  assert.deepEqual(got, ["one"]);
  assert.deepEqual(provider.called, ["a"]);
  await client.flush();
  assert.deepEqual(reports, []);
});

test("a stream that falls silent is ended: before its first chunk for the next model, later as an error", async (context) => {
  const { client } = await startService(context);
  const provider = await startLineProvider(context, { a: hangs, b: fallsSilent });
  const stream = await client.stream(REQUEST, provider.lines, { callTimeoutMs: 500, chunkTimeoutMs: 50 });
  const error = await failureOf(StreamInterruptedError, collect(stream));
  assert.deepEqual([error.llm_label, error.kind, error.chunks], ["b", "timeout", ["one"]]);
});

test("leaving the loop or cancelling ends the provider's stream", async (context) => {
  const { client } = await startService(context);
  const provider = await startLineProvider(context, { a: fallsSilent });
  for await (const line of await client.stream(REQUEST, provider.lines)) {
    assert.equal(line, "one");
    break;
  }
  (await client.stream(REQUEST, provider.lines)).cancel();
  while (provider.abandoned.length < 2) await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(provider.called, ["a", "a"]);
});

test("an abort in the middle of a stream is the caller's own", async (context) => {
  const { client } = await startService(context);
  const provider = await startLineProvider(context, { a: fallsSilent });
  const controller = new AbortController();
  const stream = await client.stream(REQUEST, provider.lines, { signal: controller.signal });
  const reading = (async () => {
    for await (const _line of stream) controller.abort();
  })();
  assert.equal((await failureOf(SignalboxApiError, reading)).code, "aborted");
});

test("a ReadableStream that cannot be iterated is read all the same; tokens of chunks add up", async (context) => {
  const { client, reports } = await startService(context);
  const chunks = [
    { message: { usage: { input_tokens: 7 } } },
    { text: "x" },
    { usage: { output_tokens: 9 } },
  ];
  const source = new ReadableStream<object>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const stream = await client.stream(REQUEST, () => ({ getReader: () => source.getReader() }));
  assert.deepEqual(await collect(stream), chunks);
  await client.flush();
  const { input_tokens, output_tokens } = reports[0]?.usage ?? {};
  assert.deepEqual([input_tokens, output_tokens], [7, 9]);
});
