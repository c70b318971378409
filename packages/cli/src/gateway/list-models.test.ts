// The candidates of a gateway before a server of one's own, as such servers list them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import type { Invocation } from "../command.ts";
import { candidatesBehind } from "./gateway-options.ts";

type Asked = Pick<Invocation, "text" | "variables">;

async function behind(list: unknown, flags: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const paths: unknown[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    response.end(typeof list === "string" ? list : JSON.stringify(list));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given: Readonly<Record<string, string>> = { upstream, ...flags };
  const asked: Asked = { text: (name) => given[name], variables: {} };
  const found = await candidatesBehind(asked);
  server.closeAllConnections();
  server.close();
  if (found !== undefined) assert.deepEqual(paths, ["/v1/models"]);
  return found;
}

const listed = (...ids: readonly unknown[]): object => ({ object: "list", data: ids.map((id) => ({ id })) });

test("a server of this machine brings the models that it lists, for nothing", async () => {
  assert.deepEqual(
    await behind(listed("qwen3-coder-30b", "nomic-embed-text", "gpt-oss:20b", "gpt-oss:20b")),
    [
      { label: "qwen3-coder-30b", price: 0 },
      { label: "gpt-oss:20b", price: 0 },
    ],
  );
});

for (const [server, window] of [
  ["vLLM", { max_model_len: 32_768 }],
  ["llama.cpp", { meta: { n_vocab: 262_144, n_ctx: 32_768 } }],
  ["OpenRouter", { context_length: 32_768 }],
] as const)
  test(`a model's window comes as ${server} lists it`, async () => {
    const listed = { data: [{ id: "a", object: "model", ...window }, { id: "b" }] };
    assert.deepEqual(await behind(listed), [
      { label: "a", price: 0, context_length: 32_768 },
      { label: "b", price: 0 },
    ]);
  });

for (const [name, list, flags] of [
  ["named candidates", listed("a"), { candidates: "b" }],
  ["a file of settings", listed("a"), { config: "gateway.json" }],
  ["an aggregator of many models", listed(...Array.from({ length: 21 }, (_, at) => `model-${at}`)), {}],
  ["no list", "<html>", {}],
  ["entries without a name", listed(7, "", "x".repeat(300)), {}],
  ["no address", listed("a"), { upstream: "nowhere" }],
] as const)
  test(`nothing is found behind ${name}`, async () => {
    assert.equal(await behind(list, flags), undefined);
  });
