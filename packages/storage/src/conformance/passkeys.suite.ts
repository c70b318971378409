import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";

import type { Passkey, Storage } from "../index.ts";
import { addUser, T0 } from "./fixtures.ts";

function aPasskey(userId: string, overrides: Partial<Passkey> = {}): Passkey {
  return {
    id: randomUUID(),
    credentialId: randomUUID(),
    userId,
    name: "Laptop",
    publicKey: "cHVibGlj",
    counter: 0,
    transports: ["internal", "hybrid"],
    createdAtMs: T0,
    lastUsedAtMs: null,
    ...overrides,
  };
}

export function describePasskeys(open: () => Storage): void {
  test("a passkey belongs to one person, who alone names and removes it", async () => {
    const { passkeys } = open();
    const [ada, bob] = [await addUser(open()), await addUser(open())];
    const [first, second] = [aPasskey(ada.id), aPasskey(ada.id, { createdAtMs: T0 + 1 })];
    await passkeys.create(first);
    await passkeys.create(second);
    await assert.rejects(passkeys.create({ ...aPasskey(bob.id), credentialId: first.credentialId }), {
      code: "conflict",
    });
    assert.deepEqual(await passkeys.listByUser(ada.id), [first, second]);
    assert.deepEqual(await passkeys.listByUser(bob.id), []);
    const { id, credentialId } = first;
    assert.equal(await passkeys.rename({ userId: bob.id, id, name: "mine" }), undefined);
    assert.equal((await passkeys.rename({ userId: ada.id, id, name: "Phone" }))?.name, "Phone");
    await passkeys.noteUse({ id, counter: 7, atMs: T0 + 5 });
    assert.deepEqual(await passkeys.find(credentialId), {
      ...first,
      name: "Phone",
      counter: 7,
      lastUsedAtMs: T0 + 5,
    });
    assert.equal(await passkeys.delete({ userId: bob.id, id }), false);
    assert.equal(await passkeys.delete({ userId: ada.id, id }), true);
    assert.equal(await passkeys.find(credentialId), undefined);
  });

  test("a challenge is answered once, also by many together, and forgotten after its time", async () => {
    const { passkeys } = open();
    const challenge = { challengeHash: randomUUID(), expiresAtMs: T0 + 10 };
    const uses = await Promise.all(Array.from({ length: 6 }, () => passkeys.useChallenge(challenge)));
    assert.equal(uses.filter(Boolean).length, 1);
    await passkeys.purgeChallenges(T0 + 9);
    assert.equal(await passkeys.useChallenge(challenge), false);
    assert.ok((await passkeys.purgeChallenges(T0 + 10)) >= 1);
  });
}
