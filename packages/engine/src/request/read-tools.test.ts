import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError } from "@signalbox/contracts";

import { readTools } from "./read-tools.ts";

const tool = (i: number): unknown => ({ name: `f${i}`, description: "d", parameters: { type: "object" } });

test("the flat form and the function form read alike", () => {
  const flat = readTools([tool(1)]);
  const nested = readTools([{ type: "function", function: tool(1) }]);
  assert.deepEqual(flat, nested);
  assert.deepEqual(flat, [{ name: "f1", description: "d", parametersJson: '{"type":"object"}' }]);
});

test("128 tools are read and 129 are refused", () => {
  assert.equal(readTools(Array.from({ length: 128 }, (_, i) => tool(i))).length, 128);
  assert.throws(
    () => readTools(Array.from({ length: 129 }, (_, i) => tool(i))),
    (error: unknown) => error instanceof SignalboxError && /at most 128/.test(error.detail),
  );
});

test("absent and null are no tools", () => {
  assert.deepEqual(readTools(undefined), []);
  assert.deepEqual(readTools(null), []);
});

for (const [name, wire] of [
  ["a type that is no text", [{ type: 7 }]],
  ["a tool without a name", [{ type: "function", function: { description: "x" } }]],
  ["a text in place of a tool", ["f"]],
  ["an object in place of the list", { name: "f" }],
] as const) {
  test(`${name} is refused`, () => {
    assert.throws(
      () => readTools(wire),
      (error: unknown) => error instanceof SignalboxError && error.code === "validation_failed",
    );
  });
}

test("parameters with a cycle are refused, not thrown on", () => {
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  assert.throws(
    () => readTools([{ name: "f", parameters: cycle }]),
    (error: unknown) =>
      error instanceof SignalboxError && error.errors[0]?.location === "tools[0].parameters",
  );
});
