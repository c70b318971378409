// The example for Portkey through the real gateway: it calls the model that a real service chose, at a provider on a socket.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import {
  answerOf,
  startFakeProvider,
  type FakeProvider,
} from "../../../packages/sdk/test/support/fake-provider.ts";
import { runExample } from "../run-example.ts";
import {
  startRunningService,
  type RunningService,
} from "../../../packages/sdk/test/support/running-service.ts";
import { startPortkey, type RunningGateway } from "./portkey-process.ts";

let service: RunningService;
let gateway: RunningGateway;
let provider: FakeProvider;
before(async () => {
  [service, gateway, provider] = await Promise.all([
    startRunningService(),
    startPortkey(),
    startFakeProvider(),
  ]);
});
after(async () => {
  await Promise.all([service.stop(), gateway.stop(), provider.close()]);
});
beforeEach(() => {
  provider.reset();
});

const run = (faulty: Readonly<Record<string, string>> = {}) =>
  runExample("gateways/portkey/chat.ts", {
    SIGNALBOX_URL: service.url,
    SIGNALBOX_API_KEY: service.apiKey,
    PORTKEY_GATEWAY_URL: gateway.url,
    PORTKEY_CUSTOM_HOST: provider.url,
    OPENAI_API_KEY: "sk-provider",
    ...faulty,
  });

test("the gateway is handed the chosen model, and the caller's key for the provider", async () => {
  const { code, out, error } = await run();
  assert.equal(code, 0, error);
  assert.equal(out, `openai/gpt-6-luna: ${answerOf("gpt-6-luna")}\n`);
  assert.deepEqual(provider.models(), ["gpt-6-luna"]);
  assert.equal(provider.requests[0]?.headers["authorization"], "Bearer sk-provider");
});

test("a model that fails behind the gateway is followed by the next", async () => {
  provider.reset(({ model }) =>
    model === "gpt-6-luna" ? { status: 400, message: "No capacity." } : { text: answerOf(model) },
  );
  const { code, out, error } = await run();
  assert.equal(code, 0, error);
  assert.equal(out, `openai/gpt-6.2-sol: ${answerOf("gpt-6.2-sol")}\n(openai/gpt-6-luna failed)\n`);
});

test("without a service the declared default goes through the gateway", async () => {
  const { code, out, error } = await run({ SIGNALBOX_URL: "http://127.0.0.1:9" });
  assert.equal(code, 0, error);
  assert.equal(out, `openai/gpt-6-luna: ${answerOf("gpt-6-luna")}\n`);
});
