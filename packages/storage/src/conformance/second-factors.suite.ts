import assert from "node:assert/strict";
import { test } from "node:test";

import type { Storage } from "../index.ts";
import { addUser, T0 } from "./fixtures.ts";

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
