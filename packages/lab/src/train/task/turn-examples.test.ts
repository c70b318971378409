// Short turns to learn from: every language takes part, and what was learned tells phrases apart that it never saw joined.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTurnGate } from "@signalbox/engine/internals";
import { loadAtlas, openMatterByKind } from "../../atlas/atlas.ts";
import { fitTurnGate } from "./add-task-reader.ts";
import { turnExamplesOf, placeElsewhere } from "./turn-examples.ts";
import { splitmix32 } from "@signalbox/engine/numerics";
import { createComposer } from "./compose.ts";

test("a gate that never saw a turn in the words of its test tells what the turn does", () => {
  const atlas = loadAtlas();
  const unseen = { text: "great, keep going", kind: "goes_on" } as const;
  const examples = turnExamplesOf(atlas).filter(({ text }) => !/^great\b.*keep going/i.test(text));
  const [weights, scales] = fitTurnGate(examples);
  const store = { int8: () => weights!.data, float32: () => scales!.data };
  const gate = loadTurnGate(store as never);
  assert.equal(gate(unseen.text), unseen.kind);
  assert.equal(gate("explain the proof once more ".repeat(9)), undefined, "too long to be an assent");
  assert.equal(gate(""), undefined);
  const misread = examples.filter(({ text, kind }) => gate(text) !== kind && text.length <= 160).length;
  assert.ok(misread < 0.005 * examples.length, `${misread} of ${examples.length}`);
});

test("every language of the drills has phrases of every kind", () => {
  const { turns, drills } = loadAtlas();
  const languages = new Set(drills.map(({ language }) => language));
  assert.deepEqual(new Set(turns.map(({ language }) => language)), languages);
  for (const { language, phrases } of turns)
    for (const [kind, own] of Object.entries(phrases)) assert.ok(own.length > 0, `${language}: ${kind}`);
});

const atlas = loadAtlas();
const plain = atlas.wordings.filter(({ style }) => style === "plain");
const { persona } = createComposer(atlas.surroundings, []);
const placed = placeElsewhere(plain, openMatterByKind(atlas), { persona, random: splitmix32(1) });
const roles = (index: number): string => placed[index]!.asked.messages.map(({ role }) => role).join();

test("a third stands behind a persona and a third after another turn, with the labels of their own", () => {
  const counted = Map.groupBy(placed.keys(), roles);
  assert.ok(Math.abs(counted.get("system,user")!.length - plain.length / 3) <= 1);
  assert.ok(Math.abs(counted.get("user,assistant,user")!.length - plain.length / 3) <= 1);
  for (const index of counted.get("user,assistant,user")!) {
    const { asked, labels, group } = placed[index]!;
    const own = plain.find((wording) => wording.group === group) ?? assert.fail();
    assert.deepEqual(labels, own.labels);
    assert.ok(asked.messages.at(-1)!.content.startsWith(own.text.split("{{")[0]!));
  }
});
