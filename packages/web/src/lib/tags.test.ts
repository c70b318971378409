import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { readTags, withTag, writeTags } from "./tags.ts";

const NAMES = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,9}$/).filter((name) => name !== "__proto__");

test("tags come back from an address as they went into it, whatever signs their values have", () => {
  fc.assert(
    fc.property(fc.dictionary(NAMES, fc.string({ minLength: 1 }), { noNullPrototype: true }), (tags) => {
      assert.deepEqual(readTags(writeTags(tags)), tags);
    }),
  );
});

test("one tag is set and taken away without the others", () => {
  const list = withTag(withTag("", "region", "eu, west"), "team", "a=b");
  assert.deepEqual(readTags(list), { region: "eu, west", team: "a=b" });
  assert.equal(withTag(list, "region", ""), "team=a%3Db");
});

test("what a hand has broken in an address is passed over", () => {
  assert.deepEqual(readTags("=x,region,ok=1, sp ace=2,bad=%zz"), { ok: "1", bad: "%zz" });
});
