// A passkey is two factors by itself: the device that holds it, and the finger, face or number that opens the device. So
// neither a password nor a code is asked for.
import { SignalboxError, type PasskeyOptions, type SignInWithPasskey } from "@signalbox/contracts";
import type { Passkey } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import { notingFailure, type Attempt } from "../../audit/failed-sign-ins.ts";
import type { Browser, SignedInBrowser } from "../browser-session.ts";
import { placeOf } from "../known-browser.ts";
import { startSessionOf } from "../sign-in.ts";
import { assertNoSingleSignOn } from "../single-sign-on/required-domains.ts";
import { signInThrottle } from "../sign-in-throttle.ts";
import { createChallenge, useChallenge, loadWebAuthn, relyingPartyOf, verifySignIn } from "./verify.ts";

/** Names no credential, so that the answer tells nothing of who has an account here. */
export async function startPasskeySignIn(context: ServiceContext): Promise<PasskeyOptions> {
  const { id: rpID } = relyingPartyOf(context);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const challenge = Uint8Array.from(await createChallenge(context, "sign-in"));
  const options = await generateAuthenticationOptions({ rpID, challenge, userVerification: "required" });
  return { options: { ...options } };
}

const refused = (): SignalboxError =>
  new SignalboxError("unauthenticated", "This passkey is not known here, or the sign-in took too long.");

/** Authenticators that name the person must name the one whose passkey it is. */
function isOwner({ userId }: Passkey, { response }: SignInWithPasskey["credential"]): boolean {
  const { userHandle } = response;
  return typeof userHandle !== "string" || Buffer.from(userHandle, "base64url").toString() === userId;
}

/**
 * Signs in with a passkey; a failure with one of somebody here is noted for the audit log.
 * @throws SignalboxError unauthenticated, rate_limited; forbidden where single sign-on is required
 */
export function signInWithPasskey(
  context: ServiceContext,
  browser: Browser,
  { credential }: SignInWithPasskey,
): Promise<SignedInBrowser> {
  const attempt: Attempt = { email: "", address: browser.address, reasonOf: () => "wrong_passkey" };
  return notingFailure(context, attempt, () => enter(context, { browser, credential, attempt }));
}

interface Entering {
  readonly browser: Browser;
  readonly credential: SignInWithPasskey["credential"];
  readonly attempt: Attempt;
}

async function enter(
  context: ServiceContext,
  { browser, credential, attempt: noted }: Entering,
): Promise<SignedInBrowser> {
  const { storage, clock } = context;
  const passkey = await storage.passkeys.find(credential.id);
  const user = passkey && (await storage.users.find(passkey.userId));
  const attempt = { email: "passkey", address: await placeOf(context, browser, user?.email ?? "") };
  signInThrottle(context).begin(attempt);
  if (passkey === undefined || user === undefined) throw refused();
  noted.email = user.email;
  if (!isOwner(passkey, credential)) throw refused();
  const proved = await verifySignIn(context, credential, passkey);
  if (proved === undefined) throw refused();
  await assertNoSingleSignOn(context, user.email);
  const { challenge, counter } = proved;
  const isFirst = await storage.transaction(async (repositories) => {
    if (!(await useChallenge(context, repositories, challenge))) return false;
    await repositories.passkeys.noteUse({ id: passkey.id, counter, atMs: clock.nowMs() });
    return true;
  });
  if (!isFirst) throw refused();
  signInThrottle(context).succeed(attempt);
  return startSessionOf(context, { user, browser, by: "passkey" });
}
