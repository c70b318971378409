import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRecord, trimSlashes } from "./values.ts";

test("objects are records, whatever made them", () => {
  for (const value of [{}, { a: 1 }, Object.create(null), JSON.parse('{"__proto__":1}')])
    assert.equal(isRecord(value), true);
});

test("null, arrays and plain values are not records", () => {
  for (const value of [null, undefined, [], [{}], "text", 0, true, Symbol("s"), () => ({})])
    assert.equal(isRecord(value), false);
});

test("slashes at the end of an address go, and nothing else does", () => {
  assert.equal(trimSlashes("https://host/base///"), "https://host/base");
  assert.equal(trimSlashes("https://host"), "https://host");
  assert.equal(trimSlashes("////"), "");
  assert.equal(trimSlashes(""), "");
});

test("what is left ends in no slash, is a beginning of the address, and stays when trimmed again", () => {
  const address = fc.string({ unit: fc.constantFrom("/", "a", ".", ":") });
  fc.assert(
    fc.property(address, (text) => {
      const trimmed = trimSlashes(text);
      assert.ok(!trimmed.endsWith("/"));
      assert.ok(text.startsWith(trimmed));
      assert.match(text.slice(trimmed.length), /^\/*$/);
      assert.equal(trimSlashes(trimmed), trimmed);
    }),
  );
});

/** A search that starts again at every slash takes the square of these: minutes, not milliseconds. */
test("a million slashes are trimmed at the end and left in the middle", () => {
  const slashes = "/".repeat(1_000_000);
  assert.equal(trimSlashes(`a${slashes}`), "a");
  assert.equal(trimSlashes(`a${slashes}b//`), `a${slashes}b`);
});
