import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "../errors.ts";
import { assertJsonBounds } from "./json-bounds.ts";

const BOUNDS = { nestingMax: 64, valuesMax: 200_000 };
const PADDING = " ".repeat(16_384);

const isRefused = (text: string): boolean => {
  try {
    assertJsonBounds(Buffer.from(PADDING + text), BOUNDS);
    return false;
  } catch (error) {
    assert.ok(error instanceof SignalboxError);
    assert.ok(error.code === "malformed_json" || error.code === "payload_too_large");
    return true;
  }
};

/** The bytes, and how many of them were looked at. */
function watchReads(bytes: Buffer): { readonly watched: Buffer; readonly reads: () => number } {
  let reads = 0;
  const watched = new Proxy(bytes, {
    get: (target, key) => {
      if (typeof key === "string" && key >= "0" && key < ":") reads += 1;
      return Reflect.get(target, key, target) as unknown;
    },
  });
  return { watched, reads: () => reads };
}

for (const [name, body, readsMax, code] of [
  ["brackets without end", "[".repeat(8_400_000), BOUNDS.nestingMax + 1, "malformed_json"],
  [
    "empty lists side by side",
    `[${"[],".repeat(2_800_000)}1]`,
    1.5 * BOUNDS.valuesMax + 3,
    "payload_too_large",
  ],
  ["numbers side by side", `[${"1,".repeat(4_200_000)}1]`, 2 * BOUNDS.valuesMax + 1, "payload_too_large"],
  ["nested objects", '{"a":'.repeat(1_600_000), 6 * (BOUNDS.nestingMax + 1), "malformed_json"],
] as const)
  test(`${name} are refused before they are parsed, at the byte that is one too many`, () => {
    const bytes = Buffer.from(body);
    const { watched, reads } = watchReads(bytes);
    assert.throws(() => assertJsonBounds(watched, BOUNDS), { code });
    assert.ok(reads() <= readsMax, `${reads()} bytes were looked at`);
  });

test("brackets and commas inside texts do not count, however the texts are escaped", () => {
  const long = "x".repeat(200);
  for (const inner of [
    "[".repeat(500),
    `\\"${"[".repeat(500)}`,
    `${long}\\"${"{".repeat(99)}`,
    `${long}\\\\`,
  ])
    assert.equal(isRefused(`["${inner}", "${inner}"]`), false, inner);
  assert.equal(isRefused(`["${long}\\\\", ${"[".repeat(70)}`), true);
  assert.equal(isRefused(`["a", ${"[".repeat(70)}`), true);
  assert.equal(isRefused(`["${long}\\\\\\"${"[".repeat(70)}`), false);
});

test("as many levels and values as allowed pass", () => {
  assert.equal(isRefused(`${"[".repeat(64)}${"]".repeat(64)}`), false);
  assert.equal(isRefused(`[${"1,".repeat(199_000)}1]`), false);
});

test("members may come as often as values may, of a fifth as many different names at most", () => {
  const bounds = { nestingMax: 64, valuesMax: 5_000 };
  const items = (count: number, name: (index: number) => string): Buffer =>
    Buffer.from(
      `${PADDING}{"a":[${Array.from({ length: count }, (_, at) => `{"${name(at)}":1}`).join(",")}]}`,
    );
  assertJsonBounds(
    items(2_400, (at) => `name${at % 900}`),
    bounds,
  );
  for (const name of [
    (at: number) => `name${at}`,
    (at: number) => `${at}${"x".repeat(40)}`,
    (at: number) => `${"x".repeat(70)}${at}${"x".repeat(70)}`,
  ])
    assert.throws(() => assertJsonBounds(items(1_100, name), bounds), {
      code: "payload_too_large",
      message: /body\.a: The members of the body have more than 1000 different names/,
    });
  const ownName = (at: number): string => `name${at}`;
  assert.throws(() => assertJsonBounds(items(60_000, ownName), { ...bounds, valuesMax: 500_000 }), {
    message: /more than 30000 different names; .* as texts in lists\.$/,
  });
});

test("the part that holds too much is named, whatever stands in texts, nested objects and names before it", () => {
  const whole = (member: string): string =>
    `${PADDING}{"a":":,{", "b":{"messages":[1,2]}, "${member}":[${"1,".repeat(200_001)}1], "c":1}`;
  for (const [member, shown] of [
    ["messages", "messages"],
    ["x".repeat(900), "x".repeat(60)],
    ["", ""],
  ] as const)
    assert.throws(
      () => assertJsonBounds(Buffer.from(whole(member)), BOUNDS),
      (error) => error instanceof SignalboxError && error.errors?.[0]?.location === `body.${shown}`,
    );
});
