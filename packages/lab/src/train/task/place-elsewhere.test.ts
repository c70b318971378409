import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { loadAtlas } from "../../atlas/atlas.ts";
import { openMatterByKind } from "../../atlas/matter-kinds.ts";
import { createComposer } from "./compose.ts";
import { placeElsewhere } from "./place-elsewhere.ts";

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
