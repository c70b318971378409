import assert from "node:assert/strict";
import { before, test } from "node:test";

import { loadTsx } from "../../../test/support/load-tsx.ts";
import type { nextSteps } from "./first-steps.tsx";

let steps: { readonly nextSteps: typeof nextSteps };
before(async () => {
  steps = await loadTsx("pages/start/first-steps.tsx");
});

const NOTHING = { reports: 0, preferenceId: undefined, replays: 0, routers: 0, members: 1 };
const doneOf = (known: object): string[] =>
  steps
    .nextSteps({ ...NOTHING, ...known })
    .filter(({ isDone }) => isDone)
    .map(({ title }) => title);

test("a new account has everything ahead of it, and what it did is ticked off", () => {
  assert.deepEqual(doneOf({}), []);
  assert.deepEqual(doneOf({ reports: 3 }), ["Report how an answer was"]);
  assert.deepEqual(doneOf({ preferenceId: "p" }), ["Make a preference"]);
  assert.equal(doneOf({ reports: 1, preferenceId: "p", replays: 1, routers: 1, members: 2 }).length, 5);
});

test("a preference that is there is opened, not made again", () => {
  const hrefs = (known: object): string[] =>
    steps.nextSteps({ ...NOTHING, ...known }).map(({ href }) => href);
  assert.ok(hrefs({}).includes("/preferences/new"));
  assert.ok(!hrefs({ preferenceId: "p1" }).includes("/preferences/new"));
  assert.ok(hrefs({ preferenceId: "p1" }).includes("/preferences/p1"));
});
