// A session ends when it is not used, and at a certain age however much it is used. Both are judged by the settings of now:
// a shorter time reaches the sessions that are open.
import type { Config } from "@signalbox/contracts";
import type { BrowserSession } from "@signalbox/storage";

type Times = Pick<BrowserSession, "createdAtMs" | "lastSeenAtMs">;

/** However much it is used. */
export const lastMomentMs = ({ accounts }: Pick<Config, "accounts">, createdAtMs: number): number =>
  createdAtMs + accounts.sessionMaxAgeS * 1000;

/** If it is not used again. */
export function sessionEndMs(config: Pick<Config, "accounts">, { createdAtMs, lastSeenAtMs }: Times): number {
  const idleMs = lastSeenAtMs + config.accounts.sessionTtlS * 1000;
  return Math.min(idleMs, lastMomentMs(config, createdAtMs));
}
