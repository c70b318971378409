import assert from "node:assert/strict";
import { test } from "node:test";

import { createKnownTools } from "./tool-tokens.ts";

const tool = (name: string, description = "", parametersJson = "{}") => ({
  name,
  description,
  parametersJson,
});

test("tools are read once for their owner, and again for anybody else", () => {
  const known = createKnownTools<number>();
  let reads = 0;
  const read = (): number => (reads += 1);
  assert.equal(known.get("a", [tool("search")], read), 1);
  assert.equal(known.get("a", [tool("search")], read), 1);
  assert.equal(known.get("b", [tool("search")], read), 2);
  assert.equal(known.get(undefined, [tool("search")], read), 3);
  assert.equal(known.get(undefined, [tool("search")], read), 4);
});

test("tools that differ in anything are not taken for one another", () => {
  const known = createKnownTools<number>();
  let reads = 0;
  const lists = [
    [tool("ab", "c")],
    [tool("a", "bc")],
    [tool("a", "b", "c{}")],
    [tool("ab"), tool("c")],
    [tool("a"), tool("bc")],
    [tool("c"), tool("ab")],
  ];
  const values = lists.map((tools) => known.get("a", tools, () => (reads += 1)));
  assert.equal(new Set(values).size, lists.length);
});

test("no more characters are kept than there is room for, of one owner or of many", () => {
  const known = createKnownTools<number>(10_000);
  for (let i = 0; i < 500; i += 1) known.get(`owner ${i % 7}`, [tool(`t${i}`, "x".repeat(i * 3))], () => i);
  assert.ok(known.chars > 5_000 && known.chars <= 10_000, String(known.chars));
  known.get("a", [tool("large", "x".repeat(20_000))], () => 1);
  assert.ok(known.chars <= 10_000);
});
