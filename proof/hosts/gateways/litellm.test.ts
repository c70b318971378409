// The LiteLLM hook under a real Python against a real service: it names a listed model, and never fails a call.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";

import { startFakeProvider } from "../../../packages/sdk/test/support/fake-provider.ts";
import {
  startRunningService,
  type RunningService,
} from "../../../packages/sdk/test/support/running-service.ts";
import { ROOT } from "../snippets/read-snippets.ts";
import { NO_PROXY, whyNoPython } from "../snippets/run-snippet.ts";

const skip = whyNoPython() ?? false;
const PATHS = [join(import.meta.dirname), join(ROOT, "examples/gateways/litellm")];
const GREETING = [{ role: "user", content: "Say hello." }];
const PROOF = [{ role: "user", content: "Prove that every planar graph can be coloured with five colours." }];
const DIAMOND = "zircon-lantern-42";

interface CallData {
  readonly model?: string;
  readonly system?: unknown;
  readonly instructions?: string;
  readonly input?: unknown;
  readonly tools?: unknown;
  readonly call_type?: string;
  readonly messages?: unknown;
  readonly litellm_session_id?: unknown;
  readonly response_format?: unknown;
  readonly metadata?: {
    readonly signalbox_session_id?: string;
    readonly signalbox_tags?: Readonly<Record<string, string>>;
  } | null;
}

interface Ran {
  readonly calls: readonly CallData[];
  readonly log: string;
}

/** One hook for all calls, in their order. */
async function runHook(
  calls: readonly CallData[],
  env: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Ran> {
  const script = join(import.meta.dirname, "call_hook.py");
  const child = spawn("python3", [script, JSON.stringify(options)], {
    env: { ...process.env, PYTHONPATH: PATHS.join(":"), PYTHONDONTWRITEBYTECODE: "1", ...NO_PROXY, ...env },
  });
  child.stdin.end(calls.map((call) => `${JSON.stringify(call)}\n`).join(""));
  const [out, log] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = out.split("\n").filter((line) => line !== "");
  assert.equal(lines.length, calls.length, log);
  return { calls: lines.map((line) => JSON.parse(line) as CallData), log };
}

let service: RunningService;
let env: Readonly<Record<string, string>>;
before(async () => {
  service = await startRunningService();
  env = { SIGNALBOX_URL: service.url, SIGNALBOX_API_KEY: service.apiKey, SIGNALBOX_TIMEOUT_S: "30" };
});
after(() => service.stop());

test("the name `auto` becomes a listed model by what is asked; other names stay", { skip }, async () => {
  const models = { small: "openai/gpt-6-luna", reasoning: "openai/gpt-6.2-sol" };
  const given = [
    { model: "auto", messages: GREETING },
    { model: "auto", messages: PROOF },
    { model: "small", messages: PROOF },
    { model: "auto" },
  ];
  const { calls } = await runHook(given, env, { models, tradeoff: "cost" });
  assert.deepEqual(
    calls.map(({ model }) => model),
    ["small", "reasoning", "small", "auto"],
  );
  assert.match(calls[0]?.metadata?.signalbox_session_id ?? "", /^[0-9a-f-]{36}$/);
  assert.deepEqual(calls[1]?.messages, PROOF);
  assert.equal(calls[2]?.metadata, undefined);
});

test("the tags of the proxy and of a call go with the question", { skip }, async () => {
  const own = { signalbox_tags: { region: "eu" } };
  const { calls } = await runHook([{ model: "auto", messages: GREETING, metadata: own }], env, {
    tags: { team: "support", region: "us" },
  });
  const session = calls[0]?.metadata?.signalbox_session_id ?? "";
  const answer = await fetch(`${service.url}/api/v1/decisions/${session}`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  const { tags } = (await answer.json()) as { readonly tags: unknown };
  assert.deepEqual(tags, { team: "support", region: "eu" });
});

test(
  "calls of Messages and Responses are read where they say it, and embeddings are left alone",
  { skip },
  async () => {
    const models = { small: "openai/gpt-6-luna", reasoning: "openai/gpt-6.2-sol" };
    const hard = PROOF[0]?.content ?? "";
    const tools = [{ type: "web_search" }, { type: "function", name: "read", parameters: {} }];
    const blocks = [{ type: "text", text: "Answer like a pirate." }];
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: hard }] };
    const result = { type: "function_call_output", call_id: "1", output: "ok" };
    const given = [
      { model: "auto", system: blocks, messages: GREETING },
      { model: "auto", instructions: "Be exact.", input: [item], tools, call_type: "aresponses" },
      { model: "auto", input: hard, call_type: "aresponses" },
      { model: "auto", input: [item, { type: "reasoning" }, result], call_type: "aresponses" },
      { model: "auto", input: [hard], call_type: "aembedding" },
    ];
    const { calls, log } = await runHook(given, env, { models, tradeoff: "cost" });
    assert.deepEqual(
      calls.map(({ model }) => model),
      ["small", "reasoning", "reasoning", "reasoning", "auto"],
      log,
    );
  },
);

test("the form of the answer that a call asks for is part of the question", { skip }, async () => {
  const form = { type: "json_schema", json_schema: { name: "n", schema: { type: "object" } } };
  const { calls } = await runHook([{ model: "auto", messages: GREETING, response_format: form }], env);
  const session = calls[0]?.metadata?.signalbox_session_id;
  const response = await fetch(`${service.url}/api/v1/decisions/${session}`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  const { request } = (await response.json()) as { readonly request: { readonly output_format?: string } };
  assert.equal(request.output_format, "json_schema");
});

test("calls of one LiteLLM session are turns of one chain", { skip }, async () => {
  const given = { model: "auto", messages: GREETING, litellm_session_id: "s1" };
  const { calls } = await runHook([given, given], env);
  const [first, second] = calls.map(({ metadata }) => metadata?.signalbox_session_id);
  const response = await fetch(`${service.url}/api/v1/decisions/${second}`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  const { previous_session: previous } = (await response.json()) as { previous_session: string };
  assert.equal(previous, first);
});

test("without a service, a key or an eligible answer the call goes on as it was", { skip }, async () => {
  const silent = await startFakeProvider(() => ({ hang: true }));
  const broken = await startFakeProvider();
  const call = { model: "auto", messages: [{ role: "user", content: `The word is ${DIAMOND}.` }] };
  for (const faulty of [
    { SIGNALBOX_URL: "http://127.0.0.1:9" },
    { SIGNALBOX_API_KEY: "sk_wrong" },
    { SIGNALBOX_URL: broken.url },
    { SIGNALBOX_URL: silent.url.replace("/v1", "/chat/completions?"), SIGNALBOX_TIMEOUT_S: "0.2" },
  ]) {
    const { calls, log } = await runHook([call], { ...env, ...faulty });
    assert.deepEqual(calls, [call]);
    assert.match(log, /default model/);
    assert.ok(!log.includes(DIAMOND), "the log holds text of a message");
    assert.ok(!log.includes(service.apiKey), "the log holds the key");
  }
  await silent.close();
  await broken.close();
});

test(
  "where every model is forbidden the call is refused in words, unless the default is another model",
  { skip },
  async () => {
    const policy = { deny: [{ provider: "openai" }, { model: "openai/*" }, { model: "anthropic/*" }] };
    const made = await fetch(`${service.url}/api/v1/preferences`, {
      method: "POST",
      headers: { authorization: `Bearer ${service.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ policy }),
    });
    const { id: preference } = (await made.json()) as { readonly id: string };
    const call = { model: "auto", messages: GREETING };
    const refused = await runHook([call], env, { preference });
    assert.match(JSON.stringify(refused.calls[0]), /lets no model answer this call.*denied.*"status":422/);
    assert.match(refused.log, /every model is forbidden, the call is refused/);
    const other = await runHook([call], env, { preference, default: null });
    assert.deepEqual(other.calls, [call]);
    assert.match(other.log, /the default model is called: .*rejected/);
  },
);

test("half an answer, or one that is not listed, is not followed", { skip }, async () => {
  const answers = ['{"llm_label":"sma', "[]", "null", '{"llm_label":["small"],"session_id":"1"}'];
  answers.push('{"llm_label":"small"}', '{"llm_label":"other","session_id":"1"}');
  const left = [...answers];
  const liar = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(left.shift());
  });
  await new Promise<void>((resolve) => {
    liar.listen(0, "127.0.0.1", resolve);
  });
  const address = liar.address();
  assert.ok(typeof address === "object" && address !== null);
  const given = answers.map(() => ({ model: "auto", messages: GREETING, litellm_session_id: "s1" }));
  const { calls, log } = await runHook(given, { ...env, SIGNALBOX_URL: `http://127.0.0.1:${address.port}` });
  assert.deepEqual(calls, given);
  assert.equal(log.match(/default model/g)?.length, answers.length);
  liar.close();
});

test(
  "a key with a line end and members of strange types do no harm, and a key that cannot be sent is not logged",
  { skip },
  async () => {
    const call = { model: "auto", messages: GREETING, metadata: null, litellm_session_id: ["s1"] };
    const works = await runHook([call], { ...env, SIGNALBOX_API_KEY: `${service.apiKey}\n` });
    assert.match(works.calls[0]?.metadata?.signalbox_session_id ?? "", /^[0-9a-f-]{36}$/);
    const torn = `${service.apiKey}\nsecond line`;
    const { calls, log } = await runHook([call], { ...env, SIGNALBOX_API_KEY: torn });
    assert.deepEqual(calls, [call]);
    assert.match(log, /default model/);
    assert.ok(!log.includes(service.apiKey), "the log holds the key");
  },
);

test("the hook and the proxy's configuration name the same models, and `auto` has a default", () => {
  const read = (name: string): string => readFileSync(join(ROOT, "examples/gateways/litellm", name), "utf8");
  const pairsOf = (text: string, pattern: RegExp): Map<string, string> =>
    new Map(Array.from(text.matchAll(pattern), ([, name = "", model = ""]) => [name, model]));
  const hooked = pairsOf(read("signalbox_hook.py"), /^    "([a-z]+)": "(\S+)",$/gm);
  const served = pairsOf(read("config.yaml"), /model_name: (\S+)\n\s+litellm_params:\n\s+model: (\S+)/g);
  const named = /^DEFAULT = "([a-z]+)"$/m.exec(read("signalbox_hook.py"))?.[1] ?? "";
  assert.equal(served.get("auto"), hooked.get(named), "the default is the model that `auto` is mapped to");
  assert.ok(hooked.size > 1 && served.delete("auto"));
  assert.deepEqual(served, hooked);
});
