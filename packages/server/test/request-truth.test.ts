// One truth for the request: what the published reference shows is accepted, and nothing else is. Bodies are made from the
// published document, whole and with one member replaced by anything.
import assert from "node:assert/strict";
import { test } from "node:test";

import { SignalboxError, type FieldError, type ModelCatalog } from "@signalbox/contracts";
import { readSelectRequest } from "@signalbox/engine";
import fc from "fast-check";
import { Compile } from "typebox/compile";

import { buildOpenApi } from "../src/http/openapi/build-openapi.ts";
import { ROUTES } from "../src/http/routes/index.ts";
import { API_INFO } from "../src/http/routes/reference.ts";

interface Node {
  readonly $ref?: string;
  readonly anyOf?: readonly Node[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
}

const { schemas } = JSON.parse(JSON.stringify(buildOpenApi(ROUTES, API_INFO)["components"])) as {
  schemas: Readonly<Record<string, Node>>;
};

/** The schema with every reference replaced by what it leads to. */
function inline(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inline);
  if (typeof node !== "object" || node === null) return node;
  const { $ref } = node as Node;
  if ($ref !== undefined) return inline(schemas[$ref.split("/").at(-1) ?? ""]);
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, inline(member)]));
}

const SHOWN = inline(schemas["SelectRequest"]) as Node;
const published = Compile(SHOWN);

const texts = ({ minLength = 0, maxLength = 40, pattern }: Node): fc.Arbitrary<string> =>
  pattern === undefined
    ? fc.string({ minLength, maxLength: Math.min(maxLength, 40) })
    : fc
        .stringMatching(new RegExp(pattern))
        .filter((text) => text.length >= minLength && text.length <= maxLength);

/** Values of the schema, with lists kept short. */
function arbitraryOf(node: Node): fc.Arbitrary<unknown> {
  // An object says beside its members which of them it needs; those are set by `keepRules`.
  if (node.anyOf !== undefined && node.type !== "object") return fc.oneof(...node.anyOf.map(arbitraryOf));
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  if ("const" in node) return fc.constant(node.const);
  const { minimum = -1e6, maximum = 1e6 } = node;
  if (node.type === "string") return texts(node);
  if (node.type === "integer") return fc.integer({ min: minimum, max: maximum });
  if (node.type === "number") return fc.double({ min: minimum, max: maximum, noNaN: true });
  if (node.type === "boolean") return fc.boolean();
  if (node.type === "null") return fc.constant(null);
  if (node.type === "array" && (node.minItems ?? 0) > 4)
    return fc.array(arbitraryOf(node.items ?? {}), {
      minLength: node.minItems ?? 0,
      maxLength: node.minItems ?? 0,
    });
  if (node.type === "array")
    return fc.uniqueArray(arbitraryOf(node.items ?? {}), {
      minLength: node.minItems ?? 0,
      maxLength: 4,
      comparator: "IsStrictlyEqual",
    });
  if (node.properties === undefined)
    return fc.jsonValue({ maxDepth: 1 }).map((value) => unknownOf(node, value));
  const members = Object.entries(node.properties).map(
    ([name, member]) => [name, arbitraryOf(member)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: [...(node.required ?? [])] });
}

const unknownOf = (node: Node, value: unknown): unknown => (node.type === "object" ? {} : value);

type Wire = Record<string, unknown>;

interface Entry {
  readonly name?: unknown;
}

const named = (entry: unknown, index: number): unknown =>
  typeof entry === "string"
    ? `${index}/${entry}`.slice(0, 256)
    : { ...(entry as Entry), name: `entry ${index}` };
const namedTool = (tool: unknown): unknown => ({ ...(tool as Entry), name: "search" });

/** Holds what the descriptions ask for and a schema cannot: labels of one's own, something said, names of tools. */
function keepRules({ content_features: _features, strict: _strict, input: _input, ...wire }: Wire): Wire {
  const { messages, llm_providers: providers, models, tools } = wire;
  const said = Array.isArray(messages) ? [...(messages as unknown[]), "Hello"] : `Hello ${String(messages)}`;
  const list = providers ?? models ?? ["openai/gpt-4o"];
  return {
    ...wire,
    messages: said,
    ...(Array.isArray(list) ? { llm_providers: list.map(named) } : {}),
    ...(Array.isArray(tools) ? { tools: tools.map(namedTool) } : {}),
  };
}

const catalog: ModelCatalog = { version: "test", resolve: () => undefined, list: () => [] };
function faultsOf(wire: unknown): readonly FieldError[] {
  try {
    readSelectRequest(wire, catalog);
    return [];
  } catch (error) {
    assert.ok(error instanceof SignalboxError && error.code === "validation_failed", String(error));
    return error.errors;
  }
}

const RULES =
  /same label|neither a name nor|candidates are missing|says nothing|needs a name|characters of JSON|^content_features/;
const isOfRules = ({ location, message }: FieldError): boolean => RULES.test(location) || RULES.test(message);

const shown = arbitraryOf(SHOWN) as fc.Arbitrary<Wire>;
const RUNS = { numRuns: 1_000, seed: 20_260_601 } as const;

test("what the reference shows is accepted, when it keeps to what the descriptions ask for", () => {
  fc.assert(
    fc.property(shown, (body) => {
      const wire = keepRules(body);
      assert.deepEqual([...published.Errors(wire)], []);
      assert.deepEqual(faultsOf(wire), []);
    }),
    RUNS,
  );
});

/** Every place of a value, as the way to it. */
function placesOf(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [way];
  return [way, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...way, name]))];
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const member = replaceAt((value as Wire)[name], rest, by);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === name ? member : item));
  return { ...(value as Wire), [name]: member };
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    "",
    -1,
    0,
    0.5,
    1e9,
    1e308,
    "x".repeat(257),
    [],
    {},
    null,
    true,
    [null],
    ["a"],
    [[]],
  ),
);

test("a changed body is accepted exactly when the reference shows it", () => {
  const changed = fc.tuple(shown, fc.nat(), odd).map(([body, place, by]) => {
    const wire = keepRules(body);
    const places = placesOf(wire);
    return replaceAt(wire, places[place % places.length] ?? [], by);
  });
  // Null is for a caller who fills the other protocol's place of the turns; alone it is shown, and refused.
  const said = changed.filter((wire) => (wire as Wire | null)?.["messages"] !== null);
  let refused = 0;
  fc.assert(
    fc.property(said, (wire) => {
      const faults = faultsOf(wire);
      const isShown = published.Check(wire);
      if (!isShown) refused += 1;
      assert.equal(faults.every(isOfRules), isShown, JSON.stringify({ wire, faults }));
    }),
    { ...RUNS, numRuns: 1_500 },
  );
  assert.ok(refused > 150, `only ${refused} bodies were refused`);
});
