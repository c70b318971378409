import assert from "node:assert/strict";
import { test } from "node:test";

import { addView, readViews } from "./saved-views.ts";

const view = (name: string, href = "/decisions?span=7") => ({ name, href });

test("a view of the same name is replaced, the newest comes first, and a name of nothing saves nothing", () => {
  const two = addView(addView([], view("a")), view("b"));
  assert.deepEqual(
    two.map(({ name }) => name),
    ["b", "a"],
  );
  assert.deepEqual(addView(two, view(" a ", "/decisions?span=30")), [
    view("a", "/decisions?span=30"),
    view("b"),
  ]);
  assert.equal(addView(two, view("  ")), two);
});

test("what is no list of views is passed over, and no address leads out of the decisions", () => {
  assert.deepEqual(readViews(null), []);
  assert.deepEqual(readViews("{"), []);
  assert.deepEqual(readViews('{"name":"a"}'), []);
  const stored = [view("a"), { name: 1, href: "/decisions" }, view("out", "https://example.org"), null];
  assert.deepEqual(readViews(JSON.stringify(stored)), [view("a")]);
});

test("the list stays short, however many are saved", () => {
  const many = Array.from({ length: 40 }, (_, index) => view(`v${index}`));
  const kept = many.reduce<ReturnType<typeof addView>>((views, one) => addView(views, one), []);
  assert.equal(kept.length, 30);
  assert.equal(kept[0]?.name, "v39");
  assert.ok((addView([], view("x".repeat(90)))[0]?.name.length ?? 99) <= 60);
});
