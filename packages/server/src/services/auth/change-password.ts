import { invalid, SignalboxError, type ChangePassword } from "@signalbox/contracts";

import type { UserPrincipal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { found } from "../faults.ts";
import { startSession, type Browser, type SignedInBrowser } from "./browser-session.ts";
import { checkCredentials } from "./sign-in.ts";
import { hashPassword, assertPassword } from "./passwords.ts";

/** A signed-in person's password once more. @throws SignalboxError forbidden, rate_limited */
export async function assertPasswordOf(
  context: ServiceContext,
  principal: UserPrincipal,
  attempt: { readonly password: string; readonly address: string },
): Promise<void> {
  try {
    await checkCredentials(context, { email: principal.email, ...attempt });
  } catch (fault) {
    if (!(fault instanceof SignalboxError) || fault.code !== "unauthenticated") throw fault;
    // 401 would make a page believe that its session has ended.
    throw new SignalboxError("forbidden", "The current password is wrong.", { cause: fault });
  }
}

/**
 * A browser left open must not be enough to change how the person signs in. Nothing is asked of people without a password.
 * @throws SignalboxError validation_failed where it is missing, forbidden, rate_limited
 */
export async function assertPasswordIfAny(
  context: ServiceContext,
  caller: { readonly principal: UserPrincipal; readonly address: string },
  password: string | undefined,
): Promise<void> {
  const { principal, address } = caller;
  const user = found(await context.storage.users.find(principal.userId), "person");
  if (user.passwordHash === null) return;
  if (password === undefined)
    throw invalid([
      { location: "body.password", message: "It is missing.", fix: "Send the person's own password." },
    ]);
  await assertPasswordOf(context, principal, { password, address });
}

/** Every other browser is signed out and this one gets a new token. @throws SignalboxError forbidden */
export async function changePassword(
  context: ServiceContext,
  caller: { readonly principal: UserPrincipal; readonly browser: Browser },
  input: ChangePassword,
): Promise<SignedInBrowser> {
  const { principal, browser } = caller;
  const { address } = browser;
  const { email, userId, accountId, role } = principal;
  const password = input.new_password;
  const { passwordCharsMin: charsMin } = context.config.accounts;
  assertPassword({ location: "body.new_password", password, email, charsMin });
  await assertPasswordOf(context, principal, { password: input.current_password, address });
  const passwordHash = await hashPassword(password);
  return changeAs(context, changedBy({ principal, address }), async ({ repositories, note }) => {
    const user = found(await repositories.users.update({ id: userId, passwordHash }), "person");
    const account = found(await repositories.accounts.find(accountId), "account");
    const ended = await repositories.browserSessions.deleteByUser({ userId });
    await note({ action: "user.change_password", targetId: userId, details: { sessions_ended: ended } });
    const { signedInBy } = principal;
    return startSession(context, {
      repositories,
      identified: { user, account, role },
      browser,
      signedInBy,
    });
  });
}
