import assert from "node:assert/strict";
import { test } from "node:test";
import type { DigestedDecision } from "@signalbox/storage";
import { createJournalledPrefixes } from "./journalled-prefixes.ts";

type Rows = Parameters<typeof createJournalledPrefixes>[0];

const ROW = { keyId: "key", requestDigest: "digest", subjectDigest: null };

/** A journal of these rows, the oldest first; a session is found as a row that names it. */
function journalOf(rows: readonly DigestedDecision[]): Rows {
  return {
    listDigests: ({ afterMs, limit }) =>
      Promise.resolve(
        rows
          .filter(({ createdAtMs }) => createdAtMs >= afterMs)
          .toReversed()
          .slice(0, limit),
      ),
    find: ({ sessionId }) => {
      const row = rows.find((each) => each.sessionId === sessionId) ?? assert.fail();
      return Promise.resolve({ ...row, request: { find_session: false } } as never);
    },
  };
}

interface Asked {
  readonly foundSessions: string[];
  ask(at: number, oldestMs?: number, isToolLoopOpen?: boolean): Promise<void>;
}

/** Which session was looked up for each question; a row without its own sessions ends there. */
function askOf(rows: readonly DigestedDecision[]): Asked {
  const foundSessions: string[] = [];
  const journal = journalOf(rows);
  const prefixes = createJournalledPrefixes({
    ...journal,
    find: (wanted) => {
      foundSessions.push(wanted.sessionId);
      return journal.find(wanted);
    },
  });
  return {
    foundSessions,
    ask: async (nowMs, oldestMs = 0, isToolLoopOpen = false) => {
      const whose = { accountId: "account", keyId: "key", subjectDigest: null };
      const asked = { ...whose, digest: "digest", isToolLoopOpen, oldestMs, nowMs };
      await prefixes.find(asked);
    },
  };
}

const row = (sessionId: string, createdAtMs: number, chainId = "a"): DigestedDecision => ({
  ...ROW,
  sessionId,
  createdAtMs,
  chainId,
});

test("the newest row of a conversation answers, and none where two chains have the same words", async () => {
  const alike = askOf([row("first", 1_000), row("second", 2_000)]);
  await alike.ask(3_000);
  assert.deepEqual(alike.foundSessions, ["second"]);
  const apart = askOf([row("first", 1_000), row("second", 2_000, "b")]);
  await apart.ask(3_000);
  assert.deepEqual(apart.foundSessions, []);
  await apart.ask(3_000, 0, true);
  assert.deepEqual(apart.foundSessions, ["second"], "an open tool loop goes on where it was");
  await apart.ask(3_000, 1_500);
  assert.deepEqual(apart.foundSessions, ["second", "second"], "what is too old counts no more");
});

test("rows that are met again, late ones and those of other keys and subjects change nothing", async () => {
  const rows = [row("old", 1_000, "b"), row("new", 4_000), { ...row("other", 5_000, "b"), keyId: "else" }];
  rows.push({ ...row("of another", 4_500, "c"), subjectDigest: "somebody" });
  const asked = askOf(rows);
  for (const at of [6_000, 8_000, 10_000]) await asked.ask(at, 2_000);
  assert.deepEqual(asked.foundSessions, ["new", "new", "new"]);
  rows.push(row("late", 3_500, "b"));
  await asked.ask(12_000, 2_000);
  assert.equal(asked.foundSessions.length, 3, "a late row of another chain makes it unsure");
});

test("a prompt that is sent again and again takes as much work for each row however many came before", async () => {
  let looks = 0;
  const rows: DigestedDecision[] = [];
  const asked = askOf(rows);
  const looksOfRound: number[] = [];
  for (let round = 1; round <= 30; round += 1) {
    for (let index = 0; index < 500; index += 1) {
      const made = row(`${round}-${index}`, round * 10_000 + index);
      rows.push(Object.defineProperty(made, "sessionId", { get: () => ((looks += 1), `${round}-${index}`) }));
    }
    const before = looks;
    await asked.ask(round * 10_000 + 600);
    looksOfRound.push(looks - before);
  }
  const [early = 0, late = 0] = [looksOfRound[1], looksOfRound.at(-1)];
  assert.ok(late < 1_000_000 && late <= 20 * (early + 500), `${early} looks, then ${late}`);
});
