// Corrections that one replica learns are used by the others, over a real PostgreSQL.
import assert from "node:assert/strict";
import { test } from "node:test";

import { postgresSkipReason, startTestPostgres } from "@signalbox/storage/testing";

import { createFitThread } from "../src/learner/online/fit-thread.ts";
import { createOnlineLearner } from "../src/learner/online/online-learner.ts";
import { callRaw, EXAMPLE, selected } from "./select-client.ts";
import { createTestClock, startTestService, type TestService } from "./test-service.ts";

const REPORTS = 60;
const LABEL = "openai/o3";

async function successOf(service: TestService): Promise<number> {
  // A request of the kind that is judged: what is learned reaches requests like the judged ones alone.
  const messages = "Question 99: what is 99 times 102?";
  const { explanation } = await selected(service, { ...EXAMPLE, messages, include: ["explanation"] });
  const candidate = explanation?.ranking.find(({ label }) => label === LABEL);
  assert.ok(candidate !== undefined);
  return candidate.success;
}

async function reportFailures(service: TestService): Promise<void> {
  for (let index = 0; index < REPORTS; index += 1) {
    const messages = `Question ${index}: what is ${index} times ${index + 3}?`;
    const { session_id: sessionId } = await selected(service, { ...EXAMPLE, messages });
    const payload = JSON.stringify({ session_id: sessionId, label: LABEL, value: 0 });
    assert.ok((await callRaw(service, { url: "/api/v1/feedback", payload })).status < 300);
    service.clock.ms += 60_000;
  }
}

async function learn(service: TestService): Promise<void> {
  const { storage, clock, engine } = service.context;
  const thread = createFitThread();
  const window = () => ({ rowsMax: 1000, perKeyDayMax: 1_000, artefactVersion: engine.artefactVersion });
  await createOnlineLearner({ storage, clock, thread, window }).round();
  await thread.close();
}

const untilLearned = (service: TestService): Promise<void> =>
  new Promise((resolve) => {
    service.context.storage.onInvalidate(({ topic }) => {
      if (topic === "learned") resolve();
    });
  });

test(
  "feedback given to one replica changes the next decision of the other",
  { skip: await postgresSkipReason() },
  async () => {
    const postgres = await startTestPostgres();
    const open: TestService[] = [];
    try {
      const flags = { "database-url": await postgres.createDatabase() };
      const clock = createTestClock();
      const here = await startTestService({ flags, clock });
      open.push(here);
      const there = { ...(await startTestService({ flags, clock })), firstStart: here.firstStart };
      open.push(there);
      const before = await successOf(there);
      await reportFailures(here);
      const heard = untilLearned(there);
      await learn(here);
      await heard;
      const [mine, theirs] = [await successOf(here), await successOf(there)];
      assert.ok(theirs < before - 0.1, `${theirs} after ${before}`);
      assert.equal(theirs, mine);
    } finally {
      // A service without its database tries to reach it for as long as it is open.
      for (const service of open) await service.close();
      await postgres.stop();
    }
  },
);
