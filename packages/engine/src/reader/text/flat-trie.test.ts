// The trie against a plain map of prefixes, on entries of any units.
import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { addEntry, growTrie, layOutTrie, markState, MARKS, stepFrom } from "./flat-trie.ts";

const unitsOf = (text: string): Uint16Array =>
  Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

/** Few units, so that states branch much and little: plain letters, ideographs, halves of pairs. */
const entry = fc.string({
  unit: fc.constantFrom(..."abcdefgh 的一是\ud83d\ude00\ud800ßاи".split("")),
  minLength: 1,
  maxLength: 9,
});

function build(entries: readonly string[]) {
  const growing = growTrie(1, entries.join("").length);
  const states = entries.map((text) => addEntry(growing, 0, unitsOf(text), text.length));
  const { trie, placeOf } = layOutTrie(growing);
  for (const state of states) markState(trie, placeOf[state]!, MARKS.second);
  return trie;
}

function walk(trie: ReturnType<typeof build>, text: string): number {
  let state = trie.roots[0]![text.charCodeAt(0)]!;
  for (let at = 1; at < text.length && state !== 0; at += 1)
    state = stepFrom(trie, state, text.charCodeAt(at));
  return state;
}

test("a walk goes on exactly as long as some entry does, and every end is marked", () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 80 }), fc.array(entry), (entries, others) => {
      const trie = build(entries);
      for (const text of [...entries, ...others]) {
        const state = walk(trie, text);
        assert.equal(
          state !== 0,
          entries.some((known) => known.startsWith(text)),
          JSON.stringify(text),
        );
        if (state === 0) continue;
        assert.equal((trie.nodes[state]! & MARKS.second) !== 0, entries.includes(text));
        assert.equal(trie.nodes[state]! & MARKS.first, 0);
      }
    }),
    { numRuns: 80, seed: 1 },
  );
});

test("states that branch beyond ASCII are searched by all their units", () => {
  const entries = Array.from({ length: 900 }, (_, index) => `x${String.fromCharCode(0x4e00 + 3 * index)}y`);
  const trie = build([...entries, "xa", "xb"]);
  for (const text of entries) {
    assert.notEqual(walk(trie, text), 0);
    assert.equal(walk(trie, `x${String.fromCharCode(text.charCodeAt(1) + 1)}`), 0);
  }
  assert.notEqual(walk(trie, "xa"), 0);
  assert.equal(walk(trie, "xc"), 0);
});

test("what follows a state without branches lies right behind it", () => {
  const trie = build(["abcdef"]);
  assert.deepEqual(
    ["a", "ab", "abc", "abcd"].map((text) => walk(trie, text)),
    [1, 2, 3, 4],
  );
});
