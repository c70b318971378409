// Asks the browser for passkeys with the service's options. They read and write WebAuthn's JSON by themselves since 2024 or 2025;
// older ones get a message rather than a library.
import type { PasskeyOptions, RegisterPasskey, SignInWithPasskey } from "@signalbox/sdk";

type Options = PasskeyOptions["options"];

const isSupported = (): boolean =>
  typeof PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function";

/** Between the person, the browser and the device: the service had no part in it. */
export class PasskeyFault extends Error {}

/** Words that the person reads; the browser's own words are for programmers. */
function refusal(cause: unknown): PasskeyFault {
  const name = cause instanceof DOMException ? cause.name : "";
  if (name === "NotAllowedError")
    return new PasskeyFault("The passkey was not confirmed in time, or it was cancelled. Try again.", {
      cause,
    });
  if (name === "InvalidStateError")
    return new PasskeyFault("This device has a passkey here already.", { cause });
  if (name === "SecurityError")
    return new PasskeyFault("This is not the address that passkeys are made for. Open the configured one.", {
      cause,
    });
  return new PasskeyFault("The browser could not use a passkey.", { cause });
}

async function ask<T>(act: () => Promise<Credential | null>): Promise<T> {
  if (!isSupported()) throw new PasskeyFault("This browser is too old for passkeys here. Update it.");
  try {
    const credential = await act();
    if (credential === null) throw new PasskeyFault("the browser gave no credential");
    return (credential as PublicKeyCredential).toJSON() as T;
  } catch (cause) {
    throw refusal(cause);
  }
}

export const createPasskey = (options: Options): Promise<RegisterPasskey["credential"]> =>
  ask(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );

export const getPasskey = (options: Options): Promise<SignInWithPasskey["credential"]> =>
  ask(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );
