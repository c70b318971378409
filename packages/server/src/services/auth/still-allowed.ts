// Whether the caller who opened a long-lived stream could open it again now. A revoked key or an ended session must not go on
// listening just because it connected earlier.
import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { sessionEndMs } from "./browser-session.ts";

async function isKeyAlive(
  { storage, clock }: ServiceContext,
  accountId: string,
  id: string,
): Promise<boolean> {
  const key = await storage.apiKeys.find({ accountId, id });
  if (key === undefined || key.revokedAtMs !== null) return false;
  return key.expiresAtMs === null || key.expiresAtMs > clock.nowMs();
}

export async function isStillAllowed(context: ServiceContext, principal: Principal): Promise<boolean> {
  const { storage, clock } = context;
  const { accountId } = principal;
  if (principal.kind === "local") return true;
  if (principal.kind === "key") return isKeyAlive(context, accountId, principal.keyId);
  const { userId, browserSessionId } = principal;
  const membership = await storage.memberships.find({ accountId, userId });
  if (membership === undefined) return false;
  const sessions = await storage.browserSessions.listByUser({ userId, nowMs: clock.nowMs() });
  const own = sessions.find((session) => session.id === browserSessionId);
  return own !== undefined && sessionEndMs(context.config, own) > clock.nowMs();
}
