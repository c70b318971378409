import assert from "node:assert/strict";
import { test } from "node:test";

import { invalid } from "../errors.ts";
import { Type } from "typebox";

import { compileSchema } from "./compile-schema.ts";

const schema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 5 }),
  mode: Type.Optional(Type.Union([Type.Literal("cost"), Type.Literal("latency"), Type.Null()])),
  price: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  content: Type.Optional(
    Type.Union([
      Type.String(),
      Type.Null(),
      Type.Array(Type.Object({ type: Type.String() }), { maxItems: 2 }),
    ]),
  ),
});
const compiled = compileSchema(schema, "body");
const faultOf = (value: unknown) => compiled.faultsOf(value)[0];

test("a valid value has no faults", () => {
  assert.deepEqual(compiled.faultsOf({ name: "ok", mode: null, price: 1, content: [{ type: "text" }] }), []);
  assert.ok(compiled.isValid({ name: "ok" }));
});

test("a missing member is named with its fix", () => {
  assert.deepEqual(faultOf({}), { location: "body", message: "It lacks name.", fix: "Add name." });
});

test("a union is explained by its choices, once", () => {
  const faults = compiled.faultsOf({ name: "a", mode: "beauty" });
  assert.equal(faults.length, 1);
  assert.equal(faults[0]?.location, "body.mode");
  assert.match(faults[0]?.message ?? "", /"cost", "latency"/);
});

test("a value of the right kind gets a fault of its own, not that it might have been null", () => {
  assert.deepEqual(faultOf({ name: "a", price: -1 }), {
    location: "body.price",
    message: "It is below 0.",
    fix: "Send 0 or more.",
  });
});

test("a fault inside one branch of a union is reported at its own place", () => {
  const fault = faultOf({ name: "a", content: [{ type: "text" }, { type: 7 }] });
  assert.equal(fault?.location, "body.content[1].type");
  assert.match(fault?.message ?? "", /string/);
});

test("a value that fits no branch gets a fault that names every type that would do", () => {
  assert.match(faultOf({ name: "a", content: 7 })?.message ?? "", /string, null, array/);
});

test("lengths and counts are reported with their limits", () => {
  assert.match(faultOf({ name: "longer" })?.message ?? "", /longer than 5 characters/);
  const content = [{ type: "a" }, { type: "b" }, { type: "c" }];
  assert.match(faultOf({ name: "a", content })?.message ?? "", /more than 2 items/);
});

test("the values themselves never appear in a fault", () => {
  const faults = compiled.faultsOf({
    name: "my-secret-prompt",
    mode: "my-secret-mode",
    price: "my-secret-price",
  });
  assert.ok(faults.length >= 3);
  assert.ok(!JSON.stringify(faults).includes("my-secret"));
});

test("the detail of the error repeats the first fault and counts the others", () => {
  const error = invalid(compiled.faultsOf({ price: -1 }));
  assert.match(error.detail, /^body: It lacks name\. Add name\. \(and 1 more, see `errors`\)$/);
});
