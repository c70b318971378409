import assert from "node:assert/strict";
import { test } from "node:test";
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { loadRoutingModel } from "@signalbox/engine";
import { leaveNewestOut, listLines } from "./leave-newest-out.ts";

const NOW_MS = Date.parse("2026-11-28");
const walked = leaveNewestOut(loadRoutingModel(await readShippedArtefact()), NOW_MS);
const share = (values: readonly boolean[]): number => values.filter(Boolean).length / values.length;

test("every line of the catalogue is walked", () => {
  const lines = listLines(createCatalog({ asOf: new Date(NOW_MS) }).list());
  assert.equal(walked.length, lines.length);
  assert.ok(walked.length > 80);
});

test("the newest of every line has a predecessor when it is left out", () => {
  assert.deepEqual(
    walked.filter(({ inheritsFrom }) => inheritsFrom === undefined),
    [],
  );
});

test("of the newest that boards show, nine tenths are within the 80 % interval of their assumed ability", () => {
  const within = walked.flatMap(({ isWithin }) => isWithin ?? []);
  assert.ok(within.length > 60);
  assert.ok(share(within) >= 0.9, String(share(within)));
});

// Boards rate some predecessors below the model before them, Claude 2 below Claude 1 among them.
test("nine tenths are placed above the model before their predecessor", () => {
  const above = walked.flatMap(({ isAbove }) => isAbove ?? []);
  assert.ok(above.length > 20);
  assert.ok(share(above) >= 0.9, String(share(above)));
});
