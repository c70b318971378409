// How long keys may live: what the installation and the organisation allow, whichever is less.
import { invalid } from "@signalbox/contracts";
import type { Repositories } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { readAccountSettings, settingsInForce } from "../accounts/settings.ts";
import { found } from "../faults.ts";
import { toIso } from "../timestamps.ts";

const DAY_MS = 86_400_000;
/** A limit that is new ends no key earlier than this. */
export const NOTICE_MS = 14 * DAY_MS;

export async function keyDaysMaxOf(
  { config }: ServiceContext,
  { accounts }: Pick<Repositories, "accounts">,
  accountId: string,
): Promise<number | undefined> {
  const account = found(await accounts.find(accountId), "account");
  return settingsInForce(config, readAccountSettings(account.settings)).key_days_max.value ?? undefined;
}

interface AskedLife {
  /** Null for never, undefined when nothing was said. */
  readonly expiresAtMs: number | null | undefined;
  readonly createdAtMs: number;
  readonly daysMax: number | undefined;
}

/** @throws SignalboxError validation_failed for a longer life than is allowed, with the limit */
export function assertLife({ expiresAtMs, createdAtMs, daysMax }: AskedLife): void {
  if (daysMax === undefined || expiresAtMs === undefined) return;
  const latestMs = createdAtMs + daysMax * DAY_MS;
  if (expiresAtMs !== null && expiresAtMs <= latestMs) return;
  throw invalid([
    {
      location: "body.expires_at",
      message: `Keys live at most ${daysMax} day${daysMax === 1 ? "" : "s"} here.`,
      fix: `Send a time up to ${toIso(latestMs)}.`,
    },
  ]);
}

/** The end of a key that is made now: what was asked for, else as late as is allowed. @throws SignalboxError validation_failed */
export function endOfLife(asked: AskedLife): number | null {
  assertLife(asked);
  const { expiresAtMs, createdAtMs, daysMax } = asked;
  if (expiresAtMs !== undefined) return expiresAtMs;
  return daysMax === undefined ? null : createdAtMs + daysMax * DAY_MS;
}

/** Brings the ends of existing keys forward, with notice. @param accountId undefined for all accounts */
export function limitKeyLives(
  { clock }: Pick<ServiceContext, "clock">,
  { apiKeys }: Pick<Repositories, "apiKeys">,
  limit: { readonly accountId: string | undefined; readonly daysMax: number },
): Promise<number> {
  const lifeMs = limit.daysMax * DAY_MS;
  const graceEndMs = clock.nowMs() + Math.min(NOTICE_MS, lifeMs);
  return apiKeys.limitLives({ accountId: limit.accountId, lifeMs, graceEndMs });
}
