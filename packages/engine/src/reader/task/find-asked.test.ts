// Which part of the last turn was taken as what is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTaskText } from "../conversation/task-text.ts";
import { findAsked } from "./find-asked.ts";

const textOf = (text: string) =>
  readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0);

const TURN =
  "Hello my friend!\nThe weather is awful today.\n\nProve that there are infinitely many primes.\n\nThanks!";

/** The part of TURN that has all of the share. */
const askedOf = (turn: string, asks: (part: string) => number): string | undefined => {
  const text = textOf(turn);
  const span = findAsked(text, (part) => asks(text.parts[part]!.text));
  return span === undefined ? undefined : turn.slice(span.from, span.to);
};

test("positions are those of the turn as it was sent, blanks and all", () => {
  assert.equal(
    askedOf(`  \n${TURN}`, (part) => (part.includes("Prove") ? 0.9 : 0.03)),
    "Prove that there are infinitely many primes.",
  );
});

test("neighbours that are looked at nearly as much belong to it", () => {
  assert.equal(
    askedOf(TURN, (part) => (part.includes("Prove") ? 0.5 : part.includes("weather") ? 0.3 : 0.1)),
    "The weather is awful today.\n\nProve that there are infinitely many primes.",
  );
});

test("nothing is named where all of the turn was taken, or where the turn is one part", () => {
  assert.equal(
    askedOf(TURN, () => 0.25),
    undefined,
  );
  assert.equal(
    askedOf("Prove it.", () => 1),
    undefined,
  );
});
