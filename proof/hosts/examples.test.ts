// The examples do what they show, against a real service and a provider on a real socket; and go on without the service.
import assert from "node:assert/strict";
import { after, before, beforeEach, suite, test } from "node:test";

import {
  answerOf,
  startFakeProvider,
  type FakeProvider,
} from "../../packages/sdk/test/support/fake-provider.ts";
import { runExample } from "./run-example.ts";
import { startRunningService, type RunningService } from "../../packages/sdk/test/support/running-service.ts";
import { whyNotHere } from "./snippets/run-snippet.ts";

let service: RunningService;
let provider: FakeProvider;
let env: Readonly<Record<string, string>>;
before(async () => {
  [service, provider] = await Promise.all([startRunningService(), startFakeProvider()]);
  env = {
    SIGNALBOX_URL: service.url,
    SIGNALBOX_API_KEY: service.apiKey,
    OPENAI_BASE_URL: provider.url,
    OPENAI_API_KEY: "sk-provider",
  };
});
after(async () => {
  await Promise.all([service.stop(), provider.close()]);
});
beforeEach(() => {
  provider.reset();
});

const SMALL = "openai/gpt-6-luna";
const GREETING = answerOf("gpt-6-luna");
const GONE = { SIGNALBOX_URL: "http://127.0.0.1:9" };

async function printedBy(path: string, faulty: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { code, out, error } = await runExample(path, { ...env, ...faulty });
  assert.equal(code, 0, `${out}\n${error}`);
  return out.trimEnd().split("\n");
}

test("curl: asks and reports; a refused key is reported in the service's words", async () => {
  assert.deepEqual(await printedBy("curl/route.sh"), [SMALL, "recorded"]);
  const refused = await runExample("curl/route.sh", { ...env, SIGNALBOX_API_KEY: "sk_wrong" });
  assert.notEqual(refused.code, 0);
  assert.equal(refused.out, "");
  assert.match(refused.error, /"detail":".*key/i);
});

suite("Python", { skip: whyNotHere("python") ?? false }, () => {
  test("asks, calls and reports", async () => {
    assert.deepEqual(await printedBy("python/route.py"), [SMALL, GREETING, "recorded"]);
    assert.equal(provider.requests[0]?.headers["authorization"], "Bearer sk-provider");
  });

  test("without a service or a valid key it says so and calls its default", async () => {
    assert.deepEqual(await printedBy("python/route.py", GONE), [
      "no recommendation: ConnectionError",
      SMALL,
      GREETING,
    ]);
    const [fault, ...others] = await printedBy("python/route.py", { SIGNALBOX_API_KEY: "sk_wrong" });
    assert.match(fault ?? "", /^no recommendation: .*key/i);
    assert.deepEqual(others, [SMALL, GREETING]);
  });
});

test("TypeScript: streams the answer of the chosen model; without a service, of the default", async () => {
  const path = "typescript/chat.ts";
  assert.deepEqual(await printedBy(path), [`${SMALL}, chosen by: service`, GREETING]);
  assert.deepEqual(await printedBy(path, GONE), [`${SMALL}, chosen by: default`, GREETING]);
});

test("AI SDK: streams the answer of the chosen model; without a service, of the default", async () => {
  const path = "ai-sdk/chat.ts";
  assert.deepEqual(await printedBy(path), [GREETING, `${SMALL} chosen by: service`]);
  assert.deepEqual(await printedBy(path, GONE), [GREETING, `${SMALL} chosen by: default`]);
});
