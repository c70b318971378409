// Slips of the hand: every text one edit away from a name, and every value of a schema with one such slip in it.
import type { TSchema } from "typebox";
import { Value } from "typebox/value";

type Edit = (text: string, at: number) => string;
const EDITS: readonly Edit[] = [
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => `${text.slice(0, at)}x${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}x${text.slice(at + 1)}`,
  (text, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
];

/** Every text that is one slip away: a letter dropped, added, wrong, or swapped with the next. */
export function slipsOf(text: string): readonly string[] {
  const found = new Set<string>();
  for (let at = 0; at < text.length; at += 1) for (const edit of EDITS) found.add(edit(text, at));
  found.delete(text);
  return [...found];
}

export interface Edited {
  readonly value: unknown;
  /** The edit, for the message of a failure. */
  readonly what: string;
}

interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly additionalProperties?: unknown;
  readonly minItems?: number;
}

const TEXTS = ["someone@example.org", "2027-01-01T00:00:00Z", "a quite ordinary text", "code"];

/** Any value that the schema takes, with what it requires and no more. */
function plainValue(shape: Shape): unknown {
  const branch = shape.anyOf?.find(({ type }) => type !== "null");
  if (branch !== undefined) return plainValue(branch);
  if (shape.properties !== undefined) return plainObject(shape, shape.properties);
  if (shape.type === "array")
    return Array.from({ length: shape.minItems ?? 0 }, () => plainValue(shape.items ?? {}));
  if (shape.type === "string" && shape.const === undefined)
    return TEXTS.find((text) => Value.Check(shape as TSchema, text)) ?? "sample";
  return Value.Create(shape as TSchema);
}

function plainObject(
  { required = [] }: Shape,
  properties: Readonly<Record<string, Shape>>,
): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, plainValue(properties[name] ?? {})]));
}

/** The value once for every slip in every name and every literal that the schema states, at any depth. */
export function* edited(schema: TSchema): Generator<Edited> {
  yield* editedShape(schema, "body");
}

function* editedShape(shape: Shape, path: string): Generator<Edited> {
  const literals = new Set(
    shape.anyOf?.map((branch) => branch.const).filter((value) => typeof value === "string"),
  );
  if (typeof shape.const === "string") literals.add(shape.const);
  if (literals.size > 0) {
    for (const literal of literals)
      for (const slip of slipsOf(literal))
        if (!literals.has(slip)) yield { value: slip, what: `${path} = ${slip}` };
    return;
  }
  for (const branch of shape.anyOf ?? []) yield* editedShape(branch, path);
  if (shape.items !== undefined)
    for (const { value, what } of editedShape(shape.items, `${path}[]`)) yield { value: [value], what };
  if (shape.properties !== undefined) yield* editedObject(shape, shape.properties, path);
}

function* editedObject(
  shape: Shape,
  properties: Readonly<Record<string, Shape>>,
  path: string,
): Generator<Edited> {
  const plain = plainObject(shape, properties);
  for (const [name, member] of Object.entries(properties)) {
    const { [name]: _left, ...others } = plain;
    for (const slip of slipsOf(name))
      if (!(slip in properties))
        yield { value: { ...others, [slip]: plainValue(member) }, what: `${path}.${slip}` };
    for (const { value, what } of editedShape(member, `${path}.${name}`))
      yield { value: { ...plain, [name]: value }, what };
  }
}
