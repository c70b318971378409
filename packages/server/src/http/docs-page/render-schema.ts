// One schema of the document as a table of its members. References are followed where they are used; a schema inside
// itself is named instead of repeated.
import type { JsonObject, JsonValue } from "../openapi/schema-components.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Escapes, then shows `backticked` words as code. */
export function toProse(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

const DEPTH_MAX = 6;
const REFERENCE = "#/components/schemas/";

interface SchemaView {
  readonly components: JsonObject;
  readonly depth: number;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];

function resolve(schema: JsonValue | undefined, view: SchemaView): JsonObject {
  if (!isObject(schema)) return {};
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  const target = view.components[$ref.slice(REFERENCE.length)];
  return isObject(target) ? target : {};
}

const alternatives = (schema: JsonObject): readonly JsonValue[] => [
  ...listOf(schema["anyOf"]),
  ...listOf(schema["oneOf"]),
];

function nameOfType(schema: JsonValue | undefined, view: SchemaView): string {
  const node = resolve(schema, view);
  if (node["const"] !== undefined) return JSON.stringify(node["const"]);
  const values = listOf(node["enum"]);
  if (values.length > 0)
    return values.length > 12 ? "text" : values.map((value) => JSON.stringify(value)).join(" | ");
  const options = alternatives(node);
  if (options.length > 0) return [...new Set(options.map((option) => nameOfType(option, view)))].join(" | ");
  if (node["type"] === "array") return `${nameOfType(node["items"], view)}[]`;
  return typeof node["type"] === "string" ? node["type"] : "any";
}

function limitsOf(node: JsonObject): string {
  const words = [
    ["minimum", "at least"],
    ["maximum", "at most"],
    ["minItems", "items at least"],
    ["maxItems", "items at most"],
    ["maxLength", "characters at most"],
    ["default", "default"],
    ["format", "format"],
  ].flatMap(([key = "", word = ""]) =>
    node[key] === undefined ? [] : [`${word} ${escapeHtml(JSON.stringify(node[key]))}`],
  );
  return words.length === 0 ? "" : `<span class="limits">${words.join(", ")}</span>`;
}

/** The object behind arrays, references and optional nulls, if there is one. */
function objectWithin(schema: JsonValue | undefined, view: SchemaView): JsonObject | undefined {
  const node = resolve(schema, view);
  if (isObject(node["properties"])) return node;
  if (node["type"] === "array") return objectWithin(node["items"], view);
  for (const option of alternatives(node)) {
    const found = objectWithin(option, view);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Member {
  readonly name: string;
  readonly schema: JsonValue;
  readonly isRequired: boolean;
}

/** The schema that says something about the value itself: the node, or the alternative beside null. */
function spokenFor(schema: JsonValue, view: SchemaView): JsonObject {
  const node = resolve(schema, view);
  if (node["description"] !== undefined) return node;
  const telling = alternatives(node).map((option) => resolve(option, view));
  return (
    telling.find((option) => option["description"] !== undefined) ??
    telling.find((option) => option["type"] !== "null") ??
    node
  );
}

function renderMember({ name, schema, isRequired }: Member, view: SchemaView): string {
  const node = spokenFor(schema, view);
  const inner = objectWithin(schema, view);
  const description = typeof node["description"] === "string" ? toProse(node["description"]) : "";
  const nested =
    inner === undefined || view.depth >= DEPTH_MAX
      ? ""
      : `<details><summary>members</summary>${renderMembers(inner, { ...view, depth: view.depth + 1 })}</details>`;
  const need = isRequired ? '<span class="required">required</span>' : "";
  return (
    `<tr><th scope="row"><code>${escapeHtml(name)}</code>${need}</th>` +
    `<td><code class="type">${escapeHtml(nameOfType(schema, view))}</code> ${limitsOf(node)}` +
    `<div>${description}</div>${nested}</td></tr>`
  );
}

function renderMembers(node: JsonObject, view: SchemaView): string {
  const required = new Set(listOf(node["required"]).map(String));
  const properties = isObject(node["properties"]) ? node["properties"] : {};
  const rows = Object.entries(properties).map(([name, schema]) =>
    renderMember({ name, schema, isRequired: required.has(name) }, view),
  );
  return `<table>${rows.join("")}</table>`;
}

/** A table of members, or the name of the type where there are none. */
export function renderSchema(schema: JsonValue | undefined, components: JsonObject): string {
  const view: SchemaView = { components, depth: 0 };
  const node = objectWithin(schema, view);
  return node === undefined
    ? `<p><code>${escapeHtml(nameOfType(schema, view))}</code></p>`
    : renderMembers(node, view);
}
