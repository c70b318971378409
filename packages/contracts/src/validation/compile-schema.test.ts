import assert from "node:assert/strict";
import { test } from "node:test";

import { invalid } from "../errors.ts";
import { Type } from "typebox";

import fc from "fast-check";
import { Compile } from "typebox/compile";

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

/** The list, and how many of its items were looked at. */
function watchItems(items: unknown[]): { readonly watched: unknown[]; readonly reads: () => number } {
  let reads = 0;
  const watched = new Proxy(items, {
    get: (target, key) => {
      if (typeof key === "string" && key >= "0" && key < ":") reads += 1;
      return Reflect.get(target, key, target) as unknown;
    },
  });
  return { watched, reads: () => reads };
}

test("a list that is too long is refused by its length, and none of its items is looked at", () => {
  const { watched, reads } = watchItems(Array.from({ length: 60_000 }, () => ({ type: 7 })));
  const value = { name: "a", content: watched };
  assert.equal(compiled.isValid(value), false);
  assert.deepEqual(compiled.faultsOf(value), [
    { location: "body.content", message: "It has more than 2 items.", fix: "Send at most 2." },
  ]);
  assert.equal(reads(), 0);
});

const listSchema = Type.Object({
  rows: Type.Optional(
    Type.Union([
      Type.String(),
      Type.Array(
        Type.Union([
          Type.String(),
          Type.Object(
            {
              role: Type.String(),
              parts: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]))),
            },
            { additionalProperties: true },
          ),
        ]),
        { minItems: 1 },
      ),
    ]),
  ),
  scores: Type.Optional(Type.Record(Type.String(), Type.Number())),
  kinds: Type.Optional(Type.Array(Type.Enum(["a", "b"]), { uniqueItems: true })),
});
const listCompiled = compileSchema(listSchema, "body");

const part = fc.oneof({ weight: 30, arbitrary: fc.string() }, { weight: 1, arbitrary: fc.constant(null) });
const row = fc.oneof(
  { weight: 20, arbitrary: fc.string() },
  { weight: 20, arbitrary: fc.record({ role: fc.string(), parts: fc.array(part, { maxLength: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ role: fc.integer() }) },
  { weight: 1, arbitrary: fc.constant(7) },
);
const listValue = fc.record(
  {
    rows: fc.array(row, { maxLength: 60 }),
    scores: fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string())),
    kinds: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 }),
  },
  { requiredKeys: [] },
);

test("whatever the schema refuses gets a fault at a place where it is wrong, and nothing else does", () => {
  const whole = Compile(listSchema);
  fc.assert(
    fc.property(listValue, (value) => {
      const faults = listCompiled.faultsOf(value);
      assert.equal(faults.length === 0, whole.Check(value));
      assert.ok(faults.length <= 20);
      for (const { location } of faults) {
        const index = /^body\.rows\[(\d+)\]/.exec(location)?.[1];
        if (index !== undefined)
          assert.equal(whole.Check({ rows: [(value.rows ?? [])[Number(index)]] }), false, location);
      }
    }),
    { numRuns: 500 },
  );
});

test("of a long list the first faulty items are explained, each at its own place", () => {
  const rows = Array.from({ length: 5_000 }, (_, index) =>
    index % 1_000 === 7 ? { role: "x", parts: [...Array<string>(300).fill("a"), null] } : "fine",
  );
  assert.deepEqual(
    listCompiled.faultsOf({ rows }).map(({ location }) => location),
    [7, 1007, 2007, 3007, 4007].map((index) => `body.rows[${index}].parts[300]`),
  );
});

test("an unknown member is one fault, at the object that has it", () => {
  const closed = compileSchema(
    Type.Object(
      {
        rows: Type.Optional(
          Type.Array(Type.Union([Type.String(), Type.Object({}, { additionalProperties: false })])),
        ),
      },
      { additionalProperties: false },
    ),
    "body",
  );
  assert.deepEqual(closed.faultsOf({ "x, y": 1 }), [
    { location: "body", message: "It has an unknown member x, y.", fix: "Remove x, y." },
  ]);
  assert.deepEqual(
    closed
      .faultsOf({ rows: ["fine", { a: 1, b: 2 }], c: 3 })
      .map(({ location, message }) => `${location}: ${message}`),
    ["body: It has an unknown member c.", "body.rows[1]: It has unknown members a, b."],
  );
});
