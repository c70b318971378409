// The world that the tests of the adapters share: a real service, a provider on a real socket, and a client between them.

import { after, before, beforeEach } from "node:test";
import { startFakeProvider, type FakeProvider } from "./fake-provider.ts";
import { startRunningService, type RunningService } from "./running-service.ts";
import { createSignalboxAdmin, type SignalboxAdmin } from "../../src/admin/index.ts";
import { createSignalbox, type Signalbox } from "../../src/index.ts";
import { PATIENT } from "./serve.ts";
import assert from "node:assert/strict";

export interface AdapterWorld {
  readonly service: RunningService;
  /** Answers in the usual way at the beginning of each test. */
  readonly provider: FakeProvider;
  readonly client: Signalbox;
  readonly decisions: SignalboxAdmin["decisions"];
}

/** Starts before the tests of the file that calls it, and ends after them; the members are there in between. */
export function createAdapterWorld(): AdapterWorld {
  const world = {} as { -readonly [Member in keyof AdapterWorld]: AdapterWorld[Member] };
  before(async () => {
    [world.service, world.provider] = await Promise.all([startRunningService(), startFakeProvider()]);
    const { url: baseUrl, apiKey } = world.service;
    world.client = createSignalbox({ baseUrl, apiKey, ...PATIENT });
    world.decisions = createSignalboxAdmin({ baseUrl, apiKey }).decisions;
  });
  beforeEach(() => {
    world.provider.reset();
  });
  after(async () => {
    await world.client.flush();
    await world.provider.close();
    await world.service.stop();
  });
  return world;
}

/** The error that the work was rejected with, which must be of the kind named. */
export async function failureOf<E extends Error>(
  kind: abstract new (...parameters: never[]) => E,
  work: Promise<unknown>,
): Promise<E> {
  const [outcome] = await Promise.allSettled([work]);
  if (outcome.status === "fulfilled") assert.fail("it was expected to fail");
  assert.ok(outcome.reason instanceof kind, String(outcome.reason));
  return outcome.reason;
}
