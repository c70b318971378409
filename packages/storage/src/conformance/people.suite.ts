import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Invite, Storage } from "../index.ts";
import { addAccount, addUser, allPages, anAccount, aUser, T0 } from "./fixtures.ts";

function invite(accountId: string, overrides: Partial<Invite> = {}): Invite {
  return {
    id: randomUUID(),
    accountId,
    email: "new@example.org",
    role: "member",
    tokenHash: randomUUID(),
    invitedByUserId: null,
    createdAtMs: T0,
    expiresAtMs: T0 + 1_000,
    acceptedAtMs: null,
    ...overrides,
  };
}

export function describePeople(open: () => Storage): void {
  test("an account comes back as it was written, and its settings are replaced as a whole", async () => {
    const { accounts } = open();
    const account = anAccount({ name: "Ünïcode 組織", settings: { deep: { list: [1, "two", null] } } });
    await accounts.create(account);
    assert.deepEqual(await accounts.find(account.id), account);
    const changed = await accounts.update({ accountId: account.id, settings: { learning: false } });
    assert.deepEqual(changed, { ...account, settings: { learning: false } });
    assert.equal(await accounts.update({ accountId: randomUUID(), name: "x" }), undefined);
  });

  test("the bootstrap account is claimed by exactly one of many visitors", async () => {
    const { accounts } = open();
    const tokenHash = randomUUID();
    const account = anAccount({ claimTokenHash: tokenHash });
    await accounts.create(account);
    assert.equal((await accounts.findByClaimToken(tokenHash))?.id, account.id);
    assert.equal(await accounts.claim({ accountId: account.id, tokenHash: "wrong" }), false);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => accounts.claim({ accountId: account.id, tokenHash })),
    );
    assert.equal(claims.filter(Boolean).length, 1);
    assert.equal(await accounts.findByClaimToken(tokenHash), undefined);
  });

  test("a fact of the installation keeps the first value, no matter who races to write it", async () => {
    const { instance } = open();
    const key = randomUUID();
    const values = await Promise.all(["a", "b", "c"].map((value) => instance.findOrCreate(key, value)));
    assert.equal(new Set(values).size, 1);
    assert.equal(await instance.find(key), values[0]);
    await instance.set(key, "later");
    assert.equal(await instance.find(key), "later");
    assert.equal(await instance.delete(key), true);
    assert.equal(await instance.find(key), undefined);
  });

  test("an e-mail address belongs to one person, whatever its case", async () => {
    const { users } = open();
    const user = aUser({ email: `Ada.${randomUUID()}@Example.ORG` });
    await users.create(user);
    assert.deepEqual(await users.findByEmail(` ${user.email.toUpperCase()} `), user);
    await assert.rejects(users.create(aUser({ email: user.email.toLowerCase() })), { code: "conflict" });
    const other = await addUser(open());
    await assert.rejects(users.update({ id: other.id, email: user.email }), { code: "conflict" });
  });

  test("an identity of another provider signs in one person only", async () => {
    const storage = open();
    const [ada, bob] = [await addUser(storage), await addUser(storage)];
    const identity = { issuer: "https://id.example.org", subject: randomUUID() };
    await storage.users.linkIdentity({ ...identity, userId: ada.id, atMs: T0 });
    await storage.users.linkIdentity({ ...identity, userId: ada.id, atMs: T0 });
    assert.equal((await storage.users.findByIdentity(identity))?.id, ada.id);
    await assert.rejects(storage.users.linkIdentity({ ...identity, userId: bob.id, atMs: T0 }), {
      code: "conflict",
    });
  });

  test("an account never loses its last owner", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const [ada, bob] = [await addUser(storage), await addUser(storage)];
    const { memberships } = storage;
    await memberships.create({ accountId, userId: ada.id, role: "owner", createdAtMs: T0 });
    await memberships.create({ accountId, userId: bob.id, role: "member", createdAtMs: T0 + 1 });
    await assert.rejects(memberships.delete({ accountId, userId: ada.id }), { code: "conflict" });
    await assert.rejects(memberships.setRole({ accountId, userId: ada.id, role: "member" }), {
      code: "conflict",
    });
    assert.equal(await memberships.setRole({ accountId, userId: bob.id, role: "owner" }), true);
    const left = await Promise.allSettled([
      memberships.delete({ accountId, userId: ada.id }),
      memberships.delete({ accountId, userId: bob.id }),
    ]);
    assert.deepEqual(left.map((outcome) => outcome.status).sort(), ["fulfilled", "rejected"]);
    assert.equal((await memberships.list({ accountId })).items.length, 1);
  });

  test("members are listed page by page, each once", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    for (let index = 0; index < 7; index += 1) {
      const user = await addUser(storage, { name: `Member ${index}` });
      await storage.memberships.create({
        accountId,
        userId: user.id,
        role: "owner",
        createdAtMs: T0 + index,
      });
    }
    const members = await allPages((cursor) => storage.memberships.list({ accountId, limit: 3, cursor }));
    assert.deepEqual(
      members.map((member) => member.name),
      Array.from({ length: 7 }, (_, index) => `Member ${index}`),
    );
  });

  test("an invitation is accepted once, in time, and makes the membership", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const user = await addUser(storage);
    const [fresh, late] = [invite(accountId), invite(accountId, { expiresAtMs: T0 })];
    await storage.invites.create(fresh);
    await storage.invites.create(late);
    const accept = (tokenHash: string) =>
      storage.invites.accept({ tokenHash, userId: user.id, nowMs: T0 + 1 });
    assert.equal(await accept(late.tokenHash), undefined);
    assert.equal((await storage.invites.findOpen({ tokenHash: fresh.tokenHash, nowMs: T0 }))?.id, fresh.id);
    assert.equal((await accept(fresh.tokenHash))?.role, "member");
    assert.equal(await accept(fresh.tokenHash), undefined);
    assert.equal((await storage.memberships.listByUser(user.id))[0]?.account.id, accountId);
  });

  test("a browser session ends with its time, its membership, or by hand", async () => {
    const storage = open();
    const accountId = await addAccount(storage);
    const [ada, bob] = [await addUser(storage), await addUser(storage)];
    for (const user of [ada, bob]) {
      await storage.memberships.create({ accountId, userId: user.id, role: "owner", createdAtMs: T0 });
    }
    const session = (userId: string) => ({
      id: randomUUID(),
      tokenHash: randomUUID(),
      userId,
      accountId,
      createdAtMs: T0,
      lastSeenAtMs: T0,
      expiresAtMs: T0 + 100,
      ip: "127.0.0.1",
      userAgent: null,
      signedInBy: "password" as const,
    });
    const [first, second, third] = [session(ada.id), session(ada.id), session(bob.id)];
    for (const each of [first, second, third]) await storage.browserSessions.create(each);
    const isActive = async (tokenHash: string, nowMs = T0) =>
      (await storage.browserSessions.findActive({ tokenHash, nowMs })) !== undefined;
    const signedIn = await storage.browserSessions.findActive({ tokenHash: first.tokenHash, nowMs: T0 });
    assert.equal(signedIn?.user.id, ada.id);
    assert.equal(signedIn.role, "owner");
    assert.equal(await isActive(first.tokenHash, T0 + 100), false);
    await storage.browserSessions.touch({ id: first.id, lastSeenAtMs: T0 + 50, expiresAtMs: T0 + 200 });
    assert.equal(await isActive(first.tokenHash, T0 + 100), true);
    const seen = async (userId: string) => {
      const { items } = await storage.memberships.list({ accountId });
      return items.find((member) => member.userId === userId)?.lastSeenAtMs;
    };
    assert.deepEqual([await seen(ada.id), await seen(bob.id)], [T0 + 50, T0]);
    assert.equal(await storage.browserSessions.delete({ userId: bob.id, id: first.id }), false);
    assert.equal(await storage.browserSessions.deleteByUser({ userId: ada.id, exceptId: first.id }), 1);
    assert.deepEqual([await isActive(first.tokenHash), await isActive(second.tokenHash)], [true, false]);
    await storage.memberships.delete({ accountId, userId: bob.id });
    assert.equal(await isActive(third.tokenHash), false);
    assert.ok((await storage.browserSessions.purgeExpired(T0 + 200)) >= 1);
    assert.deepEqual([await isActive(first.tokenHash), await seen(ada.id)], [false, null]);
  });

  test("a reset link works once, in time, and a newer one replaces it", async () => {
    const storage = open();
    const user = await addUser(storage);
    const reset = (tokenHash: string) => ({
      tokenHash,
      userId: user.id,
      createdAtMs: T0,
      expiresAtMs: T0 + 10,
    });
    const [old, fresh, late] = [randomUUID(), randomUUID(), randomUUID()];
    await storage.passwordResets.create(reset(old));
    await storage.passwordResets.create(reset(fresh));
    const consume = (tokenHash: string, nowMs = T0) => storage.passwordResets.consume({ tokenHash, nowMs });
    assert.equal(await consume(old), undefined);
    assert.deepEqual(await Promise.all([consume(fresh), consume(fresh)]).then((ids) => ids.filter(Boolean)), [
      user.id,
    ]);
    await storage.passwordResets.create(reset(late));
    assert.equal(await consume(late, T0 + 10), undefined);
    assert.ok((await storage.passwordResets.purgeExpired(T0 + 10)) >= 1);
  });
}

const accepted = (outcomes: readonly boolean[]): number => outcomes.filter(Boolean).length;

export function describeSecondFactors(open: () => Storage): void {
  const propose = (userId: string, secret: string) =>
    open().secondFactors.propose({ userId, secret, lastStep: 0, createdAtMs: T0, confirmedAtMs: null });

  test("a second factor is proposed as often as one likes, confirmed once, and not replaced afterwards", async () => {
    const { secondFactors } = open();
    const { id: userId } = await addUser(open());
    assert.equal(await propose(userId, "FIRST"), true);
    assert.equal(await propose(userId, "SECOND"), true);
    const confirm = (secret: string) => secondFactors.confirm({ userId, secret, step: 7, atMs: T0 + 1 });
    assert.equal(await confirm("FIRST"), false);
    assert.deepEqual(accepted(await Promise.all([confirm("SECOND"), confirm("SECOND")])), 1);
    assert.equal(await propose(userId, "THIRD"), false);
    assert.deepEqual(await secondFactors.find(userId), {
      userId,
      secret: "SECOND",
      lastStep: 7,
      createdAtMs: T0,
      confirmedAtMs: T0 + 1,
    });
  });

  test("a period's code is used by one of many who know it, and no earlier one afterwards", async () => {
    const { secondFactors } = open();
    const { id: userId } = await addUser(open());
    await propose(userId, "SECRET");
    const uses = Array.from({ length: 8 }, () => secondFactors.useStep({ userId, step: 100 }));
    assert.equal(accepted(await Promise.all(uses)), 1);
    assert.equal(await secondFactors.useStep({ userId, step: 99 }), false);
    assert.equal(await secondFactors.useStep({ userId, step: 101 }), true);
  });

  test("a recovery code works once, for its person, until new ones replace it or the factor ends", async () => {
    const { secondFactors } = open();
    const [ada, bob] = [await addUser(open()), await addUser(open())];
    await propose(ada.id, "SECRET");
    await secondFactors.replaceRecoveryCodes({ userId: ada.id, codeHashes: ["a", "b"] });
    await secondFactors.replaceRecoveryCodes({ userId: bob.id, codeHashes: ["a"] });
    const use = (codeHash: string) => secondFactors.useRecoveryCode({ userId: ada.id, codeHash });
    assert.equal(accepted(await Promise.all([use("a"), use("a")])), 1);
    assert.equal(await secondFactors.countRecoveryCodes(ada.id), 1);
    await secondFactors.replaceRecoveryCodes({ userId: ada.id, codeHashes: ["c", "d", "e"] });
    assert.equal(await use("b"), false);
    assert.equal(await secondFactors.delete(ada.id), true);
    assert.equal(await secondFactors.delete(ada.id), false);
    assert.equal(await use("c"), false);
    assert.equal(await secondFactors.countRecoveryCodes(bob.id), 1);
  });
}
