// A person's own browser sessions and organisations: listed, ended one by one, switched, ended by signing out.
import type { BrowserSession, Me, Page } from "@signalbox/contracts";
import type { UserPrincipal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { prepareModels } from "../models/list-models.ts";
import { found, notFound } from "../faults.ts";
import { toIso } from "../timestamps.ts";
import { authorise } from "../access/authorise.ts";
import {
  type Browser,
  lastMomentMs,
  readMe,
  sessionEndMs,
  type SignedInBrowser,
  startSession,
} from "./sessions.ts";

export interface PersonCaller {
  readonly principal: UserPrincipal;
  readonly address: string | undefined;
}

export async function getMe(context: ServiceContext, { principal }: PersonCaller): Promise<Me> {
  const { storage } = context;
  prepareModels(context);
  const user = found(await storage.users.find(principal.userId), "person");
  const account = found(await storage.accounts.find(principal.accountId), "account");
  return readMe(context, storage, { ...principal, user, account });
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

interface Switch {
  readonly principal: UserPrincipal;
  readonly browser: Browser;
  readonly accountId: string;
}

/** A new session in another of the person's accounts; the old one ends. @throws SignalboxError not_found */
export async function switchAccount(context: ServiceContext, input: Switch): Promise<SignedInBrowser> {
  const { principal, browser, accountId } = input;
  authorise(principal, "sessions.own");
  const memberships = await context.storage.memberships.listByUser(principal.userId);
  const { account, membership } = found(
    memberships.find((candidate) => candidate.account.id === accountId),
    "organisation",
  );
  const user = found(await context.storage.users.find(principal.userId), "person");
  const actor = { kind: "user", id: user.id, name: user.email } as const;
  const nowMs = context.clock.nowMs();
  const sessions = await context.storage.browserSessions.listByUser({ userId: user.id, nowMs });
  // Going to and fro must not make a session younger.
  const beganAtMs = sessions.find(({ id }) => id === principal.browserSessionId)?.createdAtMs ?? nowMs;
  return changeAs(context, { accountId, actor, address: browser.address }, async ({ repositories, note }) => {
    await note({ action: "user.sign_in", targetId: user.id, details: { by: "switching" } });
    return startSession(context, {
      beganAtMs,
      repositories,
      identified: { user, account, role: membership.role },
      browser,
      signedInBy: principal.signedInBy,
    });
  });
}
