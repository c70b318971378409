// Brings keys to the longest life that the installation allows, and warns of those in use before they end.
import type { ApiKey } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { allPages } from "../accounts/all-pages.ts";
import { closeOthers, raiseAlert } from "../alerts/raise-alert.ts";
import { toIso } from "../timestamps.ts";
import { limitKeyLives, NOTICE_MS } from "./key-life.ts";

const KIND = "key_expiry";
const DAY_MS = 86_400_000;
/** Keys made for less are meant to end. */
const LIFE_MIN_MS = 7 * DAY_MS;

/** Whether a key in use expires soon: in its last quarter, and at most two weeks ahead. */
function isDue({ createdAtMs, expiresAtMs, lastUsedAtMs }: ApiKey, nowMs: number): boolean {
  if (expiresAtMs === null || lastUsedAtMs === null) return false;
  const lifeMs = expiresAtMs - createdAtMs;
  return lifeMs >= LIFE_MIN_MS && expiresAtMs - nowMs <= Math.min(NOTICE_MS, lifeMs / 4);
}

async function warn(context: ServiceContext, key: ApiKey): Promise<void> {
  const { accountId, id, name, prefix, expiresAtMs } = key;
  const message = `The key \u201c${name}\u201d (${prefix}\u2026) ends at ${toIso(expiresAtMs ?? 0)}. Rotate it with a later end before then.`;
  await raiseAlert(context, {
    accountId,
    kind: KIND,
    subject: id,
    severity: "warning",
    details: { message, key_id: id },
  });
}

/** One round over all accounts. */
export function createKeyWatch(context: ServiceContext): () => Promise<void> {
  const { storage, clock, config } = context;
  return async () => {
    const { keyMaxAgeDays: daysMax } = config.accounts;
    if (daysMax > 0) await limitKeyLives(context, storage, { accountId: undefined, daysMax });
    const nowMs = clock.nowMs();
    const ending = await storage.apiKeys.listEnding({ fromMs: nowMs, toMs: nowMs + NOTICE_MS });
    const due = Map.groupBy(
      ending.filter((key) => isDue(key, nowMs)),
      ({ accountId }) => accountId,
    );
    for await (const { id: accountId } of allPages((page) => storage.accounts.list(page))) {
      const keys = due.get(accountId) ?? [];
      for (const key of keys) await warn(context, key);
      await closeOthers(context, { accountId, kind: KIND, subjects: new Set(keys.map(({ id }) => id)) });
    }
  };
}
