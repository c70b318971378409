// A person may belong to several organisations; a browser session looks at one of them at a time.
import type { OwnAccount, Page } from "@signalbox/contracts";

import type { UserPrincipal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs } from "../audit/change.ts";
import { found } from "../faults.ts";
import { authorise } from "../access/authorise.ts";
import { startSession, type Browser, type SignedInBrowser } from "./browser-session.ts";

export async function listOwnAccounts(
  context: ServiceContext,
  principal: UserPrincipal,
): Promise<Page<OwnAccount>> {
  authorise(principal, "sessions.own");
  const memberships = await context.storage.memberships.listByUser(principal.userId);
  const data = memberships.map(({ account, membership }) => ({
    id: account.id,
    name: account.name,
    role: membership.role,
    is_current: account.id === principal.accountId,
  }));
  return { data, next_cursor: null };
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
