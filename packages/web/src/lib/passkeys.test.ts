// Words that a person reads when the browser refuses: the faults are those that WebAuthn names.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { createPasskey, getPasskey, PasskeyFault } from "./passkeys.ts";

interface Browser {
  readonly create?: (options: unknown) => Promise<unknown>;
  readonly get?: (options: unknown) => Promise<unknown>;
  /** Older ones have the class without what reads JSON. */
  readonly isOld?: boolean;
}

function stand({ create, get, isOld }: Browser): void {
  function PublicKeyCredential(): void {}
  if (isOld !== true)
    Object.assign(PublicKeyCredential, {
      parseCreationOptionsFromJSON: (json: object) => ({ read: "creation", ...json }),
      parseRequestOptionsFromJSON: (json: object) => ({ read: "request", ...json }),
    });
  Object.assign(globalThis, { PublicKeyCredential });
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { create, get } });
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  Reflect.deleteProperty(navigator, "credentials");
});

const OPTIONS = { challenge: "YWJj" };

async function faultOf(act: () => Promise<unknown>): Promise<PasskeyFault> {
  const fault: unknown = await act().then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(fault instanceof PasskeyFault, String(fault));
  return fault;
}

test("what the service asks reaches the browser as it reads it, and the answer comes back as JSON", async () => {
  const asked: unknown[] = [];
  const answer = (id: string) => async (options: unknown) => {
    asked.push(options);
    return { toJSON: () => ({ id }) };
  };
  stand({ create: answer("made"), get: answer("used") });
  assert.deepEqual(await createPasskey(OPTIONS), { id: "made" });
  assert.deepEqual(await getPasskey(OPTIONS), { id: "used" });
  assert.deepEqual(asked, [
    { publicKey: { read: "creation", challenge: "YWJj" } },
    { publicKey: { read: "request", challenge: "YWJj" } },
  ]);
});

test("a browser without passkeys, or too old to read the options, is asked for nothing", async () => {
  assert.match((await faultOf(() => getPasskey(OPTIONS))).message, /too old/);
  let asked = 0;
  const create = async (): Promise<null> => {
    asked += 1;
    return null;
  };
  stand({ create, isOld: true });
  assert.match((await faultOf(() => createPasskey(OPTIONS))).message, /too old/);
  assert.equal(asked, 0);
});

test("every refusal of the browser says what the person can do, and keeps its cause", async () => {
  const words = {
    NotAllowedError: /not confirmed in time, or it was cancelled\. Try again/,
    InvalidStateError: /has a passkey here already/,
    SecurityError: /not the address/,
    UnknownError: /could not use a passkey/,
  };
  for (const [name, expected] of Object.entries(words)) {
    const cause = new DOMException("for programmers", name);
    stand({ get: () => Promise.reject(cause) });
    const fault = await faultOf(() => getPasskey(OPTIONS));
    assert.match(fault.message, expected);
    assert.doesNotMatch(fault.message, /programmers/);
    assert.equal(fault.cause, cause);
  }
});

test("no credential, and an error that is none of WebAuthn's, are refusals too", async () => {
  stand({ get: () => Promise.resolve(null), create: () => Promise.reject(new TypeError("bad options")) });
  for (const act of [() => getPasskey(OPTIONS), () => createPasskey(OPTIONS)])
    assert.equal((await faultOf(act)).message, "The browser could not use a passkey.");
});
