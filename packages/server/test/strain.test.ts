// Memory that runs out and a clock that jumps are said in answers, on /readyz and in metrics, and small decisions go on.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { callRaw, EXAMPLE, selected, type Problem } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const LARGE = { ...EXAMPLE, messages: [{ role: "user", content: "word ".repeat(20_000) }] };
let strained: TestService;
before(async () => {
  // A process that runs takes more than one percent of what it may have.
  strained = await startTestService({ flags: { "memory-percent-max": "1" } });
});
after(() => strained.close());

async function read(service: TestService, url: string): Promise<string> {
  const answer = await service.app.http.inject({ url, remoteAddress: "127.0.0.1" });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.body;
}

test("while memory runs out large requests are refused with the time to wait, and small ones are answered", async () => {
  while (!(await read(strained, "/readyz")).includes('"memory":"short"')) await delay(20);
  assert.ok((await selected(strained, EXAMPLE)).llm_label.length > 0);
  const refused = await callRaw(strained, { payload: JSON.stringify(LARGE) });
  assert.equal(refused.status, 503);
  assert.match((refused.json as Problem).detail, /^Memory runs out/);
  assert.equal(refused.headers["retry-after"], "1");
  assert.match(await read(strained, "/metrics"), /^signalbox_memory_short 1$/m);
});

test("where memory is left, large requests are answered", async () => {
  const calm = await startTestService();
  try {
    assert.equal((await callRaw(calm, { payload: JSON.stringify(LARGE) })).status, 200);
    assert.match(await read(calm, "/readyz"), /"memory":"enough"/);
  } finally {
    await calm.close();
  }
});

test("a clock that jumps is counted and reported, and decisions go on", async () => {
  const jumps = strained.context.strain.clockJumps;
  strained.clock.ms -= 3_600_000;
  while (strained.context.strain.clockJumps === jumps) await delay(20);
  assert.match(await read(strained, "/readyz"), /"clock":"jumped"/);
  assert.match(await read(strained, "/metrics"), /^signalbox_clock_jumps [1-9]/m);
  assert.ok((await selected(strained, EXAMPLE)).llm_label.length > 0);
});
