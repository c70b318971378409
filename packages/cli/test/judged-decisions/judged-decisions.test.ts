// The picks of the product out of the box, judged case by case by a practitioner.
import assert from "node:assert/strict";
import { test } from "node:test";

import { JUDGED_CASES } from "./cases.ts";
import { createJudge } from "./judge.ts";

/** The atlas judges readings by hundreds of requests; these 44 are there so that each odd pick is looked at. */
const ACCEPTED_MIN = 39;

/** Picks that a practitioner would not make, and why they are made. */
const EXPLAINED: ReadonlyMap<string, string> = new Map([
  [
    "a textbook proof in Chinese",
    "It is read as a proof that asks for the best models; that every textbook has it is not read.",
  ],
  [
    "a two-digit product",
    "A point of success is worth more than the third of a thousandth of a dollar that it costs.",
  ],
  [
    "a legal clause into Japanese",
    "It is read as the translation of one sentence: that the law needs precise terms is not read.",
  ],
  [
    "an agent's topic title",
    "JSON and a title together look like a test's, and are trivial in part: luna does it for a ten-thousandth of a dollar.",
  ],
  [
    "a logic puzzle",
    "It is read as a proof is, though what it takes is patience: the models that think at length do it well.",
  ],
  [
    "a chapter of three thousand words",
    "Its length is read as difficulty, so that the ablest seem to be worth their price.",
  ],
]);

test("a practitioner accepts what is picked out of the box, and each other pick is explained", async () => {
  const judge = await createJudge();
  const refused = JUDGED_CASES.map((one) => ({ one, outcome: judge(one) })).filter(
    ({ outcome }) => !outcome.isAccepted,
  );
  const reported = refused.map(({ one, outcome }) => `${one.name}: picked ${outcome.pick}`).join("\n");
  assert.equal(JUDGED_CASES.length, 44);
  assert.ok(JUDGED_CASES.length - refused.length >= ACCEPTED_MIN, `refused:\n${reported}`);
  for (const { one } of refused) assert.ok(EXPLAINED.has(one.name), `${one.name} has no explanation`);
});

test("one SQL task in seven phrasings gets the same pick", async () => {
  const judge = await createJudge();
  const phrasings = [
    "Write a SQL query that returns the ten customers with the highest revenue in 2025.",
    "sql top 10 customers by revenue 2025",
    "Hello! Could you please write me a SQL query for the ten customers with the highest revenue in 2025? Thanks!",
    "## Task\n\n- **Write** a SQL query\n- Output: the `10` customers with the highest revenue in *2025*",
    "The ten customers with the highest revenue in 2025: I need them from SQL, write the query.",
    "wriet a sql qurey taht returns teh ten custmers with the higest revenue in 2025",
    "Schreibe eine SQL-Abfrage, die die zehn Kunden mit dem höchsten Umsatz im Jahr 2025 liefert.",
  ];
  const one = JUDGED_CASES.find(({ name }) => name === "a query with a window") ?? assert.fail();
  const picks = phrasings.map((content) => judge({ ...one, messages: [{ role: "user", content }] }).pick);
  assert.equal(new Set(picks).size, 1, picks.join(", "));
});
