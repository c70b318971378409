// Schemas with an `$id`, and those that are named here, become components; everything else stays in place. Validation reads
// the same objects, so the document cannot drift from what the service accepts.
import {
  MessagePartSchema,
  MessageSchema,
  ProviderSchema,
  RankedCandidateSchema,
  RejectedCandidateSchema,
  SessionExplanationSchema,
  ToolSchema,
  ERROR_TABLE,
  isRecord,
} from "@signalbox/contracts";
import { Type } from "typebox";
import type { TSchema } from "typebox";

// Names of the schemas that stand inside others, so that generated clients have a type for each.
export const SCHEMA_NAMES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [MessagePartSchema, "MessagePart"],
  [MessageSchema, "Message"],
  [ProviderSchema, "Candidate"],
  [ToolSchema, "Tool"],
  [RankedCandidateSchema, "RankedCandidate"],
  [RejectedCandidateSchema, "RejectedCandidate"],
  [SessionExplanationSchema, "SessionExplanation"],
]);

/** The form of every fault on the wire: RFC 9457 with our extensions. */
export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: "Address of the error's paragraph in the reference." }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What is wrong here and what would fix it. Always there." }),
    code: Type.Enum(Object.keys(ERROR_TABLE)),
    request_id: Type.String({ description: "Also in the header `x-request-id`." }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          location: Type.String({ description: "E.g. `body.messages[0].content`." }),
          message: Type.String(),
          fix: Type.String(),
        }),
      ),
    ),
  },
  { $id: "Problem", description: "RFC 9457 problem details." },
);

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

/** A union of words is an enumeration: generators of many languages know no union of constants. */
function asEnumeration(node: JsonObject): JsonObject {
  const { anyOf, ...others } = node;
  if (!Array.isArray(anyOf)) return node;
  const words = (anyOf as JsonValue[]).map((option) => (isRecord(option) ? option["const"] : undefined));
  const isWords = words.every((word) => typeof word === "string");
  return isWords ? { type: "string", enum: words, ...others } : node;
}

/** Repeats the description of a value that may be null on both, where generators look for it. */
function withDescription(node: JsonObject): JsonObject {
  const { anyOf, description } = node;
  if (!Array.isArray(anyOf) || description !== undefined) return node;
  const [first, ...others] = (anyOf as JsonValue[]).filter(
    (option) => !isRecord(option) || option["type"] !== "null",
  );
  const inherited = others.length === 0 && isRecord(first) ? first["description"] : undefined;
  return typeof inherited === "string" ? { ...node, description: inherited } : node;
}

/** `names` are of schemas that stand inside others, where an `$id` would be met twice by one validator. */
export function createSchemaComponents(names: ReadonlyMap<unknown, string> = new Map()): SchemaComponents {
  const components = new Map<string, JsonValue>();
  const members = (node: Readonly<Record<string, unknown>>): JsonObject =>
    withDescription(
      asEnumeration(
        Object.fromEntries(
          Object.entries(node)
            .filter(([name, value]) => name !== "$id" && !name.startsWith("~") && value !== undefined)
            .map(([name, value]) => [name, convert(value)]),
        ),
      ),
    );
  const convert = (node: unknown): JsonValue => {
    if (Array.isArray(node)) return (node as unknown[]).map(convert);
    if (!isRecord(node)) return node as JsonValue;
    const $id = names.get(node) ?? node["$id"];
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
