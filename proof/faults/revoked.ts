// A revoked key on another replica whose connection for changes hangs without closing: how long it still works.
import { setTimeout as delay } from "node:timers/promises";

import { openStorage } from "@signalbox/storage";
import { postgresSkipReason, type TestPostgres } from "@signalbox/storage/testing";

import { percentile } from "../load/statistics.ts";
import { BODY } from "../load/checked-load.ts";
import { createInstallation, type Installation } from "../load/installation.ts";
import { brokenOf, numberOf, type Outcome, type Torture } from "./outcome.ts";
import { withPostgres } from "./steps.ts";

const WORKS_MS_MAX = 2_000;
/** A key that still works after this is not revoked at all. @unit milliseconds */
const GIVE_UP_MS = 60_000;

async function statusOf(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/model-select`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: BODY,
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function untilHeard(url: string): Promise<void> {
  for (;;) {
    const { changes } = (await (await fetch(`${url}/readyz`)).json()) as { readonly changes?: string };
    if (changes === "heard") return;
    await delay(50);
  }
}

async function untilRefused(url: string, key: string): Promise<number> {
  const startedMs = performance.now();
  while ((await statusOf(url, key)) === 200) {
    if (performance.now() - startedMs > GIVE_UP_MS) return GIVE_UP_MS;
    await delay(10);
  }
  return performance.now() - startedMs;
}

interface Place {
  readonly postgres: TestPostgres;
  readonly installation: Installation;
}

/** Another process that shares the database revokes it, as another replica would. @returns milliseconds */
async function revokeWhileFrozen({ postgres, installation }: Place): Promise<number> {
  const { url, databaseUrl } = installation;
  const storage = await openStorage({ url: databaseUrl });
  try {
    const [account] = (await storage.accounts.list()).items;
    const accountId = account?.id ?? "";
    const [newest] = (await storage.apiKeys.list({ accountId, limit: 1 })).items;
    if (newest === undefined) throw new Error("The database has no key.");
    await untilHeard(url);
    const status = await statusOf(url, installation.key());
    if (status !== 200) throw new Error(`The key was answered with ${status} before it was revoked.`);
    const frozen = await postgres.freezeListeners();
    try {
      await storage.apiKeys.revoke({ accountId, id: newest.id, atMs: Date.now() });
      return await untilRefused(url, installation.key());
    } finally {
      frozen.thaw();
    }
  } finally {
    await storage.close();
  }
}

async function oneRound(postgres: TestPostgres): Promise<number> {
  const installation = await createInstallation(await postgres.createDatabase());
  const replica = await installation.start();
  try {
    return await revokeWhileFrozen({ postgres, installation });
  } finally {
    await replica.stop();
    installation.remove();
  }
}

async function revokeEach(
  postgres: TestPostgres,
  numbers: Readonly<Record<string, number>>,
  report: (step: string) => void,
): Promise<Outcome> {
  const rounds = numberOf(numbers, "rounds");
  const worksMs: number[] = [];
  while (worksMs.length < rounds) {
    worksMs.push(await oneRound(postgres));
    report(`refused after ${worksMs.at(-1)?.toFixed(0)} ms`);
  }
  return {
    figures: [
      ["rounds", String(rounds)],
      [
        "the key worked on for",
        `${percentile(worksMs, 0.5).toFixed(0)} ms (median), ${Math.max(...worksMs).toFixed(0)} ms (longest)`,
      ],
    ],
    broken: brokenOf({ "it works for two seconds at most": Math.max(...worksMs) <= WORKS_MS_MAX }),
  };
}

export const revoked: Torture = {
  summary: "a key is revoked while the listener is frozen: it works for two seconds at most",
  numbers: { rounds: 10 },
  skipReason: postgresSkipReason,
  run: (numbers, report) => withPostgres(false, (postgres) => revokeEach(postgres, numbers, report)),
};
