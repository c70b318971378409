// Account isolation: every method that takes an account is tried with another account's ids. Methods are read from the
// real objects, so that a new one fails here until it is listed.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Storage } from "../index.ts";
import { addAccount, addUser, T0 } from "./fixtures.ts";
import { OF_JOURNAL } from "./isolation/of-journal.ts";
import { OF_LEARNING } from "./isolation/of-learning.ts";
import { OF_PEOPLE } from "./isolation/of-people.ts";
import { OF_RECORDS } from "./isolation/of-records.ts";
import { WITHOUT_FOREIGN_IDS } from "./isolation/without-foreign-ids.data.ts";
import { makeWorld, view, type Attempts } from "./isolation/world.ts";

const ATTEMPTS: Attempts = { ...OF_PEOPLE, ...OF_JOURNAL, ...OF_LEARNING, ...OF_RECORDS };

const NOTHING = new Set<unknown>([undefined, false, 0]);

function isNothing(result: unknown): boolean {
  if (NOTHING.has(result)) return true;
  if (Array.isArray(result)) return result.length === 0;
  const page = result as { readonly items?: readonly unknown[]; readonly nextCursor?: unknown };
  return page.items?.length === 0 && page.nextCursor === null;
}

function methodsOf(storage: Storage): readonly string[] {
  // The dialect says how to write a query; it reads no row of anybody.
  const repositories = Object.entries(storage).filter(
    ([name, value]) => typeof value === "object" && value !== null && name !== "dialect",
  );
  return repositories.flatMap(([name, repository]) =>
    Object.keys(repository as object).map((method) => `${name}.${method}`),
  );
}

export function describeIsolation(open: () => Storage): void {
  test("every method of every repository is held against account isolation", () => {
    const missing = methodsOf(open()).filter((name) => !(name in ATTEMPTS) && !WITHOUT_FOREIGN_IDS.has(name));
    assert.deepEqual(missing, []);
  });

  test("with another account's ids every method finds nothing, changes nothing and tells nothing", async () => {
    const storage = open();
    const victim = await makeWorld(storage);
    const intruder = await addAccount(storage);
    const before = await view(storage, victim);
    for (const [name, attempt] of Object.entries(ATTEMPTS)) {
      const result = await attempt(storage, victim, intruder);
      assert.ok(isNothing(result), `${name} gave ${JSON.stringify(result)}`);
    }
    assert.deepEqual(await view(storage, victim), before);
  });

  test("deleting an account removes everything of it, its lonely members too, and nothing of another's", async () => {
    const storage = open();
    const [gone, stays] = [await makeWorld(storage), await makeWorld(storage)];
    const shared = {
      accountId: stays.accountId,
      userId: gone.userId,
      role: "member" as const,
      createdAtMs: T0,
    };
    const lonely = await addUser(storage);
    await storage.memberships.create(shared);
    await storage.memberships.create({ ...shared, accountId: gone.accountId, userId: lonely.id });
    const before = await view(storage, stays);
    assert.equal(await storage.accounts.delete(gone.accountId), true);
    assert.equal(await storage.accounts.delete(gone.accountId), false);
    for (const [name, attempt] of Object.entries(ATTEMPTS)) {
      const result = await attempt(storage, gone, gone.accountId);
      assert.ok(isNothing(result), `${name} still gave ${JSON.stringify(result)}`);
    }
    assert.equal(await storage.users.find(lonely.id), undefined);
    assert.equal((await storage.users.find(gone.userId))?.id, gone.userId);
    assert.deepEqual(await view(storage, stays), before);
  });
}
