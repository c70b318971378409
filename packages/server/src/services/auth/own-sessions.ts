// A person's own browser sessions: listed, ended one by one, ended by signing out.
import type { BrowserSession, Me, Page } from "@signalbox/contracts";

import type { UserPrincipal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { prepareModels } from "../models/list-models.ts";
import { found, notFound } from "../faults.ts";
import { toIso } from "../timestamps.ts";
import { authorise } from "../access/authorise.ts";
import { lastMomentMs, sessionEndMs } from "./session-age.ts";
import { meToWire } from "./user-wire.ts";

export interface PersonCaller {
  readonly principal: UserPrincipal;
  readonly address: string | undefined;
}

export async function getMe(context: ServiceContext, { principal }: PersonCaller): Promise<Me> {
  const { storage } = context;
  prepareModels(context);
  const user = found(await storage.users.find(principal.userId), "person");
  const account = found(await storage.accounts.find(principal.accountId), "account");
  return meToWire(context, { ...principal, user, account });
}

export async function listSessions(
  context: ServiceContext,
  { principal }: PersonCaller,
): Promise<Page<BrowserSession>> {
  authorise(principal, "sessions.own");
  const { userId, browserSessionId } = principal;
  const { config, clock, storage } = context;
  const nowMs = clock.nowMs();
  const sessions = await storage.browserSessions.listByUser({ userId, nowMs });
  const open = sessions.filter((session) => sessionEndMs(config, session) > nowMs);
  const data = open.map((session) => ({
    id: session.id,
    created_at: toIso(session.createdAtMs),
    last_used_at: toIso(session.lastSeenAtMs),
    expires_at: toIso(sessionEndMs(config, session)),
    ends_at: toIso(lastMomentMs(config, session.createdAtMs)),
    signed_in_by: session.signedInBy,
    address: session.ip,
    user_agent: session.userAgent,
    is_current: session.id === browserSessionId,
  }));
  return { data, next_cursor: null };
}

/** @throws SignalboxError not_found, also for another person's session */
export async function endSession(context: ServiceContext, caller: PersonCaller, id: string): Promise<void> {
  authorise(caller.principal, "sessions.own");
  await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const isMine = await repositories.browserSessions.delete({ userId: caller.principal.userId, id });
    if (!isMine) throw notFound("session");
    await note({ action: "session.end", targetId: id });
  });
}
