// Generated garbage: whatever arrives, the answer is a well-formed 2xx or 4xx, and the service still works afterwards.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import fc from "fast-check";

import { anyBytes, anyDocument, anyMember, anyText, anything } from "./garbage-values.ts";
import { assertProblem, callRaw, EXAMPLE, select, selected, type Problem } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const RUNS = { numRuns: 250, seed: 20_260_101 } as const;

function assertSane(answer: Awaited<ReturnType<typeof select>>): void {
  if (answer.status === 200) {
    assert.ok(!("error" in (answer.json as object)));
    return;
  }
  const { code } = answer.json as Problem;
  assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
  assertProblem(answer, answer.status, code);
}

test("any bytes as a body", async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, async (bytes) => {
      assertSane(await callRaw(service, { payload: Buffer.from(bytes) }));
    }),
    RUNS,
  );
});

test("any JSON document as a body", async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async (payload) => {
      assertSane(await callRaw(service, { payload }));
    }),
    RUNS,
  );
});

test("the example with any one member replaced by anything", async () => {
  await fc.assert(
    fc.asyncProperty(anyMember, anything, async (name, value) => {
      assertSane(await select(service, { ...EXAMPLE, [name]: value }));
    }),
    RUNS,
  );
});

test("candidates and messages with members of any kind", async () => {
  const names = [
    "name",
    "provider",
    "model",
    "price",
    "latency",
    "attributes",
    "role",
    "content",
    "tool_calls",
    "tool_call_id",
  ];
  const entry = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 4 }),
      fc.array(entry, { maxLength: 4 }),
      async (messages, entries) => {
        assertSane(await select(service, { ...EXAMPLE, messages, llm_providers: entries }));
      },
    ),
    RUNS,
  );
});

test("any text as a message and as a label is routed and echoed unless it is not well-formed", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (content, name) => {
      const answer = await select(service, {
        messages: [{ role: "user", content }],
        llm_providers: [{ name }],
      });
      if (answer.status === 200) assert.equal((answer.json as { llm_label: string }).llm_label, name);
      else assertSane(answer);
    }),
    RUNS,
  );
});

test("after all of that the example is still answered", async () => {
  assert.ok((await selected(service, EXAMPLE)).llm_label.length > 0);
});
