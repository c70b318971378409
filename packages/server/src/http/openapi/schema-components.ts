// Schemas with an `$id` become components, everything else stays in place. Validation reads the same objects, so the
// document cannot drift from what the service accepts.
import type { TSchema } from "typebox";

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export interface SchemaComponents {
  /** The schema as JSON, or a reference to its component. */
  toJson(schema: TSchema): JsonValue;
  /** Every component met so far, by name. */
  list(): JsonObject;
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function createSchemaComponents(): SchemaComponents {
  const components = new Map<string, JsonValue>();
  const members = (node: Readonly<Record<string, unknown>>): JsonObject =>
    Object.fromEntries(
      Object.entries(node)
        .filter(([name, value]) => name !== "$id" && !name.startsWith("~") && value !== undefined)
        .map(([name, value]) => [name, convert(value)]),
    );
  const convert = (node: unknown): JsonValue => {
    if (Array.isArray(node)) return (node as unknown[]).map(convert);
    if (!isPlainObject(node)) return node as JsonValue;
    const { $id } = node;
    if (typeof $id !== "string") return members(node);
    const converted = members(node);
    const known = components.get($id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(converted))
      throw new TypeError(`Two different schemas call themselves "${$id}".`);
    components.set($id, converted);
    return { $ref: `#/components/schemas/${$id}` };
  };
  return {
    toJson: convert,
    list: () => Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}
