import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Spelling } from "@signalbox/contracts";
import { loadCatalogData } from "../create-catalog.ts";
import { buildAliasIndex } from "./alias-index.ts";
import { KNOWN_SPELLINGS, MUST_NOT_CROSS, UNKNOWN_SPELLINGS } from "./spellings.data.ts";

const { models } = loadCatalogData();
const index = buildAliasIndex(models);

function spellingOf(text: string): Spelling {
  const [provider, model] = text.split(" | ");
  return model === undefined ? { model: text } : { provider, model };
}

function identify(text: string): string | undefined {
  return index.find(spellingOf(text))?.id;
}

test("every spelling of the table names its model, and the table holds at least 300", () => {
  const rows = Object.entries(KNOWN_SPELLINGS).flatMap(([id, texts]) => texts.map((text) => ({ id, text })));
  assert.ok(rows.length >= 300, `${rows.length} spellings`);
  const wrong = rows.filter(({ id, text }) => identify(text) !== id);
  assert.deepEqual(wrong, []);
});

test("a spelling that names no known model is unknown, never its nearest neighbour", () => {
  assert.ok(UNKNOWN_SPELLINGS.length >= 60);
  const taken = UNKNOWN_SPELLINGS.map((text) => ({ text, found: identify(text) }));
  assert.deepEqual(
    taken.filter(({ found }) => found !== undefined),
    [],
  );
});

test("models that are easily confused stay two models", () => {
  for (const [left, right] of MUST_NOT_CROSS) {
    assert.ok(identify(left) !== undefined, left);
    assert.ok(identify(right) !== undefined, right);
    assert.notEqual(identify(left), identify(right), `${left} and ${right}`);
  }
});

test("every id and every alias of the data finds its own model", () => {
  for (const { id, vendor, aliases } of models) {
    assert.equal(identify(id), id);
    for (const alias of aliases) {
      assert.equal(identify(alias.includes("/") ? alias : `${vendor}/${alias}`), id, alias);
    }
  }
});

test("case and separators never change the model", () => {
  const names = models.map(({ id }) => id);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.infiniteStream(fc.boolean()), (id, coins) => {
      const flipped = Array.from(id, (letter) =>
        coins.next().value === true ? letter.toUpperCase() : letter,
      ).join("");
      assert.equal(identify(flipped), id);
      assert.equal(identify(flipped.replaceAll("_", "-").replace(/(?<=\d)\.(?=\d)/g, "-")), id);
    }),
  );
});

test("an added size or version word makes a known name unknown or another model, never the same", () => {
  const words = ["9b", "mini", "ultra", "base", "v9", "embedding", "vision-x"];
  fc.assert(
    fc.property(fc.constantFrom(...models), fc.constantFrom(...words), ({ id }, word) => {
      assert.notEqual(identify(`${id}-${word}`), id);
    }),
  );
});

test("any text at all is answered without a throw", () => {
  fc.assert(
    fc.property(
      fc.option(fc.string({ unit: "binary" })),
      fc.string({ unit: "binary" }),
      (provider, model) => {
        const found = index.find({ provider: provider ?? undefined, model });
        assert.ok(found === undefined || models.some(({ id }) => id === found.id));
      },
    ),
  );
});

test("two models that claim one spelling stop the load", () => {
  const claim = (id: string) => ({ id, vendor: "v", aliases: ["same-name"] });
  assert.throws(() => buildAliasIndex([claim("v/a"), claim("v/b")]), { code: "invalid_data" });
});
