// Records kept of comparisons: replays that have ended, and experiments that were stopped.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import type { Storage } from "../index.ts";
import { addAccount, allPages, anExperiment, HOUR, T0 } from "./fixtures.ts";

async function addReplay(storage: Storage, accountId: string, createdAtMs: number): Promise<string> {
  return (await storage.replayJobs.create({ id: randomUUID(), accountId, params: {}, createdAtMs })).id;
}

export function describeHistory(open: () => Storage): void {
  test("of the replays that have ended the newest stay, and one that is still to run always does", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const ids: string[] = [];
    for (let age = 0; age < 5; age += 1) ids.push(await addReplay(storage, accountId, T0 - age * HOUR));
    for (const id of ids.slice(0, 4)) await storage.replayJobs.cancel({ accountId, id, nowMs: T0 });
    assert.equal(await storage.replayJobs.prune({ accountId, keep: 2 }), 2);
    const { items } = await storage.replayJobs.list({ accountId });
    assert.deepEqual(
      items.map(({ id }) => id),
      [ids[0], ids[1], ids[4]],
    );
  });

  test("ended experiments are listed newest first, by page and by preference", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const experiments = [0, 1, 2].map((age) =>
      anExperiment(accountId, { endedAtMs: T0 - age * HOUR, preferenceId: age === 1 ? "other" : "house" }),
    );
    for (const experiment of experiments.toReversed()) await storage.experiments.create(experiment);
    const all = await allPages((cursor) => storage.experiments.list({ accountId, cursor, limit: 2 }));
    assert.deepEqual(all, experiments);
    const other = await storage.experiments.list({ accountId, preferenceId: "other" });
    assert.deepEqual(other.items, [experiments[1]]);
    assert.equal(await storage.experiments.prune({ accountId, keep: 1 }), 2);
    assert.deepEqual((await storage.experiments.list({ accountId })).items, experiments.slice(0, 1));
  });

  test("an experiment is counted once, whichever process is first", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const experiment = anExperiment(accountId, { endedAtMs: 1 });
    await storage.experiments.create(experiment);
    assert.equal((await storage.experiments.findUncounted())?.id, experiment.id);
    const conclude = (verdict: string) =>
      storage.experiments.conclude({ accountId, id: experiment.id, report: { verdict } });
    assert.deepEqual([await conclude("a_better"), await conclude("b_better")], [true, false]);
    assert.notEqual((await storage.experiments.findUncounted())?.id, experiment.id);
    const [kept] = (await storage.experiments.list({ accountId })).items;
    assert.deepEqual(kept?.report, { verdict: "a_better" });
  });
}
