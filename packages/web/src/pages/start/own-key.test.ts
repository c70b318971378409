import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import type * as GuidePage from "./first-steps.tsx";

const { nextKeyName, readPastedKey } = await loadTsx<typeof GuidePage>("pages/start/first-steps.tsx");

const SECRET = `sk_${"a1B2".repeat(10)}`;
const key = { prefix: SECRET.slice(0, 11), name: "Nightly", status: "active" } as const;

test("a pasted key is known by its first characters, whatever stands around it", () => {
  assert.deepEqual(readPastedKey(`  ${SECRET}\n`, [key]), { kind: "own", secret: SECRET, name: "Nightly" });
  assert.equal(readPastedKey("", [key]).kind, "empty");
  assert.equal(readPastedKey(SECRET, [{ ...key, status: "rotating" }]).kind, "own");
});

test("what is no key, a stranger's, or no longer valid is refused with what to do", () => {
  const faultOf = (text: string, keys = [key] as Parameters<typeof readPastedKey>[1]): string => {
    const read = readPastedKey(text, keys);
    return read.kind === "fault" ? read.text : read.kind;
  };
  assert.match(faultOf("password"), /begins with sk_/);
  assert.match(faultOf(`${SECRET} ${SECRET}`), /no spaces/);
  assert.match(faultOf(`sk_${"z".repeat(40)}`), /No key of this organisation/);
  assert.match(faultOf(SECRET, [{ ...key, status: "revoked" }]), /“Nightly” is revoked/);
});

test("no second key is called the first", () => {
  assert.equal(nextKeyName([]), "First key");
  assert.equal(nextKeyName([key]), "Key 2");
});

test("a key is recognised by its whole prefix, not by a part of it", () => {
  const shorter = { ...key, prefix: SECRET.slice(0, 7), name: "Other" };
  const other = `sk_${"a1B2".repeat(1)}${"x".repeat(30)}`;
  assert.deepEqual(readPastedKey(other, [key, shorter]), { kind: "own", secret: other, name: "Other" });
  assert.equal(readPastedKey(SECRET, []).kind, "fault");
});
