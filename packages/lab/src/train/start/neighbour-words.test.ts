import assert from "node:assert/strict";
import { test } from "node:test";
import { createNeighbourWords } from "./neighbour-words.ts";
import { readStart, startDirOf } from "./read-start.ts";

const neighbours = createNeighbourWords(readStart(startDirOf("release")));

test("a common word has words of like meaning beside it, never itself", () => {
  for (const [word, near] of [
    ["large", /big|huge|small|larger|massive|great/],
    ["city", /town|cities|urban/],
  ] as const) {
    const found = neighbours.of(word);
    assert.ok(found.length > 0 && found.length <= 3, found.join());
    assert.ok(
      found.some((other) => near.test(other)),
      found.join(),
    );
    assert.ok(!found.includes(word));
  }
});

test("rare words, pieces and what is no word have none", () => {
  for (const word of ["xqzvkj", "##ing", "Large", ""]) assert.deepEqual(neighbours.of(word), []);
});
