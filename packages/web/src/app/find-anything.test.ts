import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import { findThings, searchOf } from "./find-anything.ts";
import type { Thing } from "./find-anything.ts";

const thing = (label: string, kind = "Model"): Thing => ({ label, kind, path: `/${kind}/${label}` });

test("the whole name beats its beginning, that the beginning of a word, and that any part", () => {
  const all = [thing("my-support"), thing("unsupported"), thing("support chat"), thing("support")];
  assert.deepEqual(
    findThings(all, " Support ").map(({ label }) => label),
    ["support", "support chat", "my-support", "unsupported"],
  );
});

test("everything that is named by its own name is found, however many others there are", () => {
  const names = fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name.trim() === name),
    {
      minLength: 1,
      maxLength: 40,
      selector: (name) => name.toLowerCase(),
    },
  );
  fc.assert(
    fc.property(names, fc.nat(), (labels, index) => {
      const wanted = labels[index % labels.length] ?? "";
      assert.equal(
        findThings(
          labels.map((label) => thing(label)),
          wanted,
        )[0]?.label,
        wanted,
      );
    }),
  );
});

test("a deed is found by another word for it, after what is named so", () => {
  const deed: Thing = { ...thing("Invite a person", "Action"), also: "colleague member add" };
  const named = thing("colleague bot");
  assert.deepEqual(findThings([deed, named], "colleague"), [named, deed]);
  assert.deepEqual(findThings([deed], "memb"), [deed]);
});

test("what nobody is named finds nothing, and the words can be looked for in the decisions", () => {
  assert.deepEqual(findThings([thing("gpt-5")], "charged twice"), []);
  assert.equal(searchOf("charged twice & more")[0]?.path, "/decisions?q=charged%20twice%20%26%20more");
  assert.deepEqual(searchOf("c"), []);
});
