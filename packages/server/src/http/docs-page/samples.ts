// Requests that can be copied and run: the body that a schema states as its example, else the least that it accepts.
import type { JsonObject, JsonValue } from "../openapi/schema-components.ts";
import { list, object, text, type Operation } from "./operations.ts";

const REFERENCE = "#/components/schemas/";
const DEPTH_MAX = 8;
/** Stands for the address of the service; the page's script writes the reader's own in its place. */
const ORIGIN = "http://127.0.0.1:8787";

interface View {
  readonly components: JsonObject;
  readonly depth: number;
}

function resolve(schema: JsonValue | undefined, { components }: View): JsonObject {
  const node = object(schema);
  const reference = text(node["$ref"]);
  return reference === "" ? node : object(components[reference.slice(REFERENCE.length)]);
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-06-01T00:00:00.000Z",
  email: "ada@example.org",
};

function textSample(node: JsonObject): string {
  const known = FORMATS[text(node["format"])];
  if (known !== undefined) return known;
  if (text(node["pattern"]).includes("@")) return "ada@example.org";
  const least = typeof node["minLength"] === "number" ? node["minLength"] : 0;
  return "text".padEnd(least, "x");
}

function numberSample(node: JsonObject): number {
  const { minimum, exclusiveMinimum } = node;
  if (typeof minimum === "number") return minimum;
  return typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : 1;
}

/** Members that are needed; one of an object that needs none would say nothing, so it stays empty. */
function objectSample(node: JsonObject, view: View): JsonObject {
  const properties = object(node["properties"]);
  const [named = node["additionalProperties"]] = Object.values(object(node["patternProperties"]));
  if (typeof node["minProperties"] === "number") return { name: sampleOf(named, view) };
  return Object.fromEntries(
    list(node["required"]).map((required) => [text(required), sampleOf(properties[text(required)], view)]),
  );
}

function listSample(node: JsonObject, view: View): readonly JsonValue[] {
  const least = typeof node["minItems"] === "number" ? node["minItems"] : 0;
  return Array.from({ length: least }, () => sampleOf(node["items"], view));
}

function sampleOf(schema: JsonValue | undefined, outer: View): JsonValue {
  const view = { ...outer, depth: outer.depth + 1 };
  const node = resolve(schema, view);
  if (view.depth > DEPTH_MAX) return null;
  if (node["const"] !== undefined) return node["const"];
  const [stated] = [...list(node["examples"]), ...list(node["enum"])];
  const given = node["default"] ?? stated;
  if (given !== undefined) return given;
  const [option] = [...list(node["anyOf"]), ...list(node["oneOf"])];
  if (option !== undefined) return sampleOf(option, view);
  switch (node["type"]) {
    case "object":
      return objectSample(node, view);
    case "array":
      return listSample(node, view);
    case "string":
      return textSample(node);
    case "number":
    case "integer":
      return numberSample(node);
    case "boolean":
      return true;
    default:
      return null;
  }
}

const jsonSchemaOf = (node: JsonObject): JsonValue | undefined =>
  object(object(object(node["requestBody"])["content"])["application/json"])["schema"];

/** Undefined where the operation takes no JSON. */
export function bodySample({ node }: Operation, components: JsonObject): JsonValue | undefined {
  const schema = jsonSchemaOf(node);
  return schema === undefined ? undefined : sampleOf(schema, { components, depth: 0 });
}

const isOpen = (node: JsonObject): boolean => list(node["security"]).length === 0;

/** Only a signed-in person may: a key would be refused. */
export const isForPeople = (node: JsonObject): boolean =>
  !isOpen(node) && list(node["security"]).every((option) => object(option)["key"] === undefined);

function queryOf(node: JsonObject, components: JsonObject): string {
  const needed = list(node["parameters"])
    .map(object)
    .filter((parameter) => parameter["in"] === "query" && parameter["required"] === true)
    .map((parameter) => {
      const value = sampleOf(parameter["schema"], { components, depth: 0 });
      return `${text(parameter["name"])}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`;
    });
  return needed.length === 0 ? "" : `?${needed.join("&")}`;
}

/** A line for a shell. Ids of one's own stand in capitals: `SESSION_ID`. */
export function curlSample(operation: Operation, components: JsonObject): string {
  const { url, method, node } = operation;
  const path = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const body = bodySample(operation, components);
  const parts = [
    `curl -sS${method === "GET" ? "" : ` -X ${method}`} '${ORIGIN}${path}${queryOf(node, components)}'`,
    ...(isOpen(node) ? [] : [`-H "authorization: Bearer $SIGNALBOX_API_KEY"`]),
    ...(body === undefined
      ? []
      : [
          `-H 'content-type: application/json'`,
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return parts.join(" \\\n  ");
}
