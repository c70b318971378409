// Requests beside other carried texts: the label stays, the text changes, and nothing of the held-out fifth is used.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitmix32 } from "@signalbox/engine/numerics";
import { loadAtlas } from "../../atlas/atlas.ts";
import { createMatterShelf } from "./matter-shelf.ts";
import { drillExamples, swapMatter } from "./vary-matter.ts";

const { entries, texts, drills } = loadAtlas();
const open = entries.filter(({ isHeldOut }) => !isHeldOut);
const shelf = createMatterShelf(open, texts);
const held = entries
  .filter(({ isHeldOut }) => isHeldOut)
  .flatMap(({ matter }) => matter)
  .map((name) => texts.get(name)?.slice(0, 200) ?? "");

test("a swapped request keeps its label and instruction, gets another text, and teaches no field", () => {
  const random = splitmix32(1);
  const entry = open.find(({ matter, template }) => matter.length === 1 && template.length === 1);
  assert.ok(entry !== undefined);
  const examples = swapMatter(entry, shelf, random);
  const own = texts.get(entry.matter[0] ?? "") ?? "";
  const asked = (entry.template[0]?.content ?? "").replace(/\s*\{\{1\}\}\s*/, "");
  assert.ok(examples.length > 1);
  assert.ok(examples.some((example) => !example.entry.messages[0]?.content.includes(own)));
  for (const example of examples) {
    assert.equal(example.entry.author, entry.author);
    assert.ok(example.entry.messages[0]?.content.includes(asked));
    assert.equal(example.weights.field, 0);
  }
  const plain = open.find(({ matter }) => matter.length === 0);
  assert.deepEqual(plain && swapMatter(plain, shelf, random), []);
});

test("no text of the held-out fifth is carried by an example", () => {
  const random = splitmix32(2);
  const examples = [
    ...open.flatMap((entry) => swapMatter(entry, shelf, random)),
    ...drills.flatMap((drill) => drillExamples(drill, { shelf, random })),
  ];
  const all = examples.flatMap(({ entry }) => entry.messages.map(({ content }) => content)).join("\n");
  for (const text of held) assert.ok(!all.includes(text), text.slice(0, 60));
});

test("the same seed gives the same examples, and an instruction stands in several places", () => {
  const drill = drills.find(({ carries }) => carries === "text");
  assert.ok(drill !== undefined);
  const draw = () => {
    const random = splitmix32(3);
    return Array.from({ length: 20 }, () => drillExamples(drill, { shelf, random })).flat();
  };
  assert.deepEqual(draw(), draw());
  const shapes = new Set(draw().map(({ entry }) => entry.messages.map(({ role }) => role).join(" ")));
  assert.deepEqual([...shapes].toSorted(), ["system user", "user", "user assistant user"]);
});
