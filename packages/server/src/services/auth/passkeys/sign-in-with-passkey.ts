// A passkey is two factors by itself: the device that holds it, and the finger, face or number that opens the device. So
// neither a password nor a code is asked for.
import { SignalboxError, type PasskeyOptions, type SignInWithPasskey } from "@signalbox/contracts";
import type { Passkey } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";
import type { Browser, SignedInBrowser } from "../browser-session.ts";
import { startSessionOf } from "../sign-in.ts";
import { assertNoSingleSignOn } from "../single-sign-on/required-domains.ts";
import { signInThrottle } from "../throttles.ts";
import { createChallenge, useChallenge } from "./challenges.ts";
import { loadWebAuthn, relyingPartyOf, verifySignIn } from "./verify.ts";

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

/** @throws SignalboxError unauthenticated, rate_limited */
export async function signInWithPasskey(
  context: ServiceContext,
  browser: Browser,
  { credential }: SignInWithPasskey,
): Promise<SignedInBrowser> {
  const { storage, clock } = context;
  const attempt = { email: "passkey", address: browser.address };
  signInThrottle(context).begin(attempt);
  const passkey = await storage.passkeys.find(credential.id);
  if (passkey === undefined || !isOwner(passkey, credential)) throw refused();
  const proved = await verifySignIn(context, credential, passkey);
  const user = await storage.users.find(passkey.userId);
  if (proved === undefined || user === undefined) throw refused();
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
