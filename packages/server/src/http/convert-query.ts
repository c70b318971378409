// Query members arrive as strings, or as a list when repeated. Only what the schema calls a number, boolean or list is
// converted; everything else stays as it came and is judged by the validator.
import type { TSchema } from "typebox";

type Leaf = TSchema & { readonly type?: string; readonly anyOf?: readonly Leaf[]; readonly items?: Leaf };

const BOOLEAN = /^(?:true|false)$/i;
const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function kindsOf(schema: Leaf): readonly string[] {
  return schema.anyOf?.flatMap(kindsOf) ?? (schema.type === undefined ? [] : [schema.type]);
}

function convertOne(schema: Leaf, value: unknown): unknown {
  const kinds = kindsOf(schema);
  if (typeof value !== "string") return value;
  if ((kinds.includes("number") || kinds.includes("integer")) && NUMERIC.test(value)) return Number(value);
  // Python writes its booleans as `True` and `False`.
  if (kinds.includes("boolean") && BOOLEAN.test(value)) return value.toLowerCase() === "true";
  return value;
}

function convert(schema: Leaf, value: unknown): unknown {
  if (schema.type !== "array") return convertOne(schema, value);
  const items = Array.isArray(value) ? (value as unknown[]) : String(value).split(",");
  return items.map((item) => convertOne(schema.items ?? schema, item));
}

/** Members that the schema does not name are dropped: unknown query parameters are ignored. */
export function convertQuery(schema: TSchema, query: unknown): Record<string, unknown> {
  const properties = (schema as { readonly properties?: Readonly<Record<string, Leaf>> }).properties ?? {};
  const given = query as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => given[name] !== undefined)
      .map(([name, leaf]) => [name, convert(leaf, given[name])]),
  );
}
