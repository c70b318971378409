import type { ServiceContext } from "../../context/service-context.ts";

/** Removes browser sessions, reset links, links to verify addresses and answered challenges that can no longer be used. */
export async function purgeExpiredCredentials({ storage, clock }: ServiceContext): Promise<void> {
  const nowMs = clock.nowMs();
  await storage.browserSessions.purgeExpired(nowMs);
  await storage.passwordResets.purgeExpired(nowMs);
  await storage.emailVerifications.purgeExpired(nowMs);
  await storage.passkeys.purgeChallenges(nowMs);
}
