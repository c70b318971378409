// Guarantees that an account may count on while it learns: a model that fails at one kind of work keeps the rest, and praise
// stays where it was earned. The requests are real texts; how they are read is on file, so that no artefact is needed for the
// judgement.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { readArtefactFiles } from "@signalbox/catalog";
import { loadRoutingModel } from "@signalbox/engine";
import { userMessage } from "@signalbox/engine/internals";
import type { Kindred } from "@signalbox/engine/learn";

import { playStreams, praiseSmallTalk } from "./keep-what-works.suite.ts";

const SEEDS = 6;
const here = import.meta.dirname;
type Reading = readonly [operation: string, field: string, difficulty: number];
const readings = JSON.parse(readFileSync(join(here, "kinds-of-work.readings.json"), "utf8")) as Record<
  string,
  Reading
>;

let encode: (text: string) => Kindred;
before(async () => {
  const artefact = join(here, "../../../../artefacts/release");
  const model = loadRoutingModel(await readArtefactFiles(artefact));
  encode = (text) => {
    const read = model.encode(model.converse([userMessage(text)], []));
    const [operation, field, difficulty] = readings[text] ?? ["answer", read.field, read.difficulty];
    return { ...read, field, difficulty, task: { operation, field } };
  };
});

// Two of the five requests in SQL that judge are read as questions, which reports on code say less of.
for (const isOffPolicy of [false, true]) {
  const who = isOffPolicy ? "both models are judged" : "only the pick is judged";
  test(`after 100 judged requests in six kinds the failing one has left the cheap model and the rest has stayed, where ${who}`, () => {
    const shares = playStreams({ encode, requests: 100, isOffPolicy }, SEEDS);
    assert.ok(shares.otherBefore > 0.9 && shares.failingBefore > 0.9);
    assert.ok(
      shares.failingAfter <= (isOffPolicy ? 0.25 : 0.3),
      `${shares.failingAfter} of SQL still goes to it`,
    );
    assert.ok(shares.otherAfter >= shares.otherBefore - 0.05, `${shares.otherAfter} of the rest`);
  });
}

test("twenty good reports on small talk move no estimate of hard requests by two points, and no pick", () => {
  const { largestOnHard, picksChanged } = praiseSmallTalk(encode);
  // The most is of a request for code that is read as everyday work.
  assert.ok(largestOnHard <= 0.02, `${largestOnHard}`);
  assert.equal(picksChanged, 0);
});

test("requests whose operation was not read keep the rest of the work too", () => {
  const plain = (text: string): Kindred => ({ ...encode(text), task: undefined });
  const shares = playStreams({ encode: plain, requests: 100, isOffPolicy: false }, SEEDS);
  assert.ok(shares.otherAfter >= shares.otherBefore - 0.05, `${shares.otherAfter} of the rest`);
  // Nothing but the field tells a hard request of everyday work from small talk.
  const { largestOnHard } = praiseSmallTalk(plain);
  assert.ok(largestOnHard <= 0.061, `${largestOnHard}`);
});
