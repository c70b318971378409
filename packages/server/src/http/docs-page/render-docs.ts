// The reference page, made from the OpenAPI document: plain HTML without scripts, readable offline and by machines.
import { ERROR_TABLE, type ErrorDefinition } from "@signalbox/contracts";

import type { JsonObject, JsonValue } from "../openapi/schema-components.ts";
import { escapeHtml, toProse } from "./escape-html.ts";
import { renderSchema } from "./render-schema.ts";

interface Operation {
  readonly url: string;
  readonly method: string;
  readonly node: JsonObject;
}

const object = (value: JsonValue | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

const list = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];

const text = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

function operationsOf(document: JsonObject): readonly Operation[] {
  return Object.entries(object(document["paths"])).flatMap(([url, methods]) =>
    Object.entries(object(methods)).map(([method, node]) => ({
      url,
      method: method.toUpperCase(),
      node: object(node),
    })),
  );
}

const tagOf = (operation: Operation): string => text(list(operation.node["tags"])[0]);

function credentialsOf(node: JsonObject): string {
  const options = list(node["security"]).map(object);
  if (options.length === 0) return "open to everyone";
  const names = options.map((option) => {
    const scope = text(list(option["key"])[0]);
    return scope === ""
      ? "a signed-in member"
      : `an API key with the scope <code>${escapeHtml(scope)}</code>`;
  });
  return `needs ${names.join(" or ")}`;
}

function renderParameters(node: JsonObject, components: JsonObject): string {
  const parameters = list(node["parameters"]).map(object);
  if (parameters.length === 0) return "";
  const schema: JsonObject = {
    type: "object",
    properties: Object.fromEntries(
      parameters.map((parameter) => [
        `${text(parameter["name"])} (${text(parameter["in"])})`,
        parameter["schema"] ?? {},
      ]),
    ),
    required: parameters
      .filter((parameter) => parameter["required"] === true)
      .map((parameter) => `${text(parameter["name"])} (${text(parameter["in"])})`),
  };
  return `<h4>Parameters</h4>${renderSchema(schema, components)}`;
}

function renderBody(node: JsonObject, components: JsonObject): string {
  const content = object(object(node["requestBody"])["content"]);
  return Object.entries(content)
    .map(
      ([media, body]) =>
        `<h4>Body <code>${escapeHtml(media)}</code></h4>${renderSchema(object(body)["schema"], components)}`,
    )
    .join("");
}

function renderResponses(node: JsonObject, components: JsonObject): string {
  const responses = Object.entries(object(node["responses"]));
  const successes = responses.filter(([status]) => status.startsWith("2"));
  const failures = responses.filter(([status]) => !status.startsWith("2"));
  const shown = successes.flatMap(([status, response]) => {
    const content = Object.entries(object(object(response)["content"]));
    if (content.length === 0) return [`<h4>Answer ${status}, no body</h4>`];
    return content.map(
      ([media, body]) =>
        `<h4>Answer ${status} <code>${escapeHtml(media)}</code></h4>${renderSchema(object(body)["schema"], components)}`,
    );
  });
  const faults = failures.map(
    ([status, response]) => `<li><b>${status}</b> ${toProse(text(object(response)["description"]))}</li>`,
  );
  return `${shown.join("")}<details><summary>Faults</summary><ul>${faults.join("")}</ul></details>`;
}

function renderOperation(operation: Operation, components: JsonObject): string {
  const { url, method, node } = operation;
  const id = escapeHtml(text(node["operationId"]));
  const description = text(node["description"]);
  return (
    `<article id="${id}"><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(url)}</code></h3>` +
    `<p>${toProse(text(node["summary"]))} <span class="access">(${credentialsOf(node)})</span></p>` +
    (description === "" ? "" : `<p>${toProse(description)}</p>`) +
    renderParameters(node, components) +
    renderBody(node, components) +
    `${renderResponses(node, components)}</article>`
  );
}

function renderErrors(): string {
  const rows = Object.entries<ErrorDefinition>(ERROR_TABLE).map(
    ([code, { status, title, docs }]) =>
      `<tr id="error-${code}"><th scope="row"><code>${code}</code> ${status}</th><td><b>${escapeHtml(title)}.</b> ${toProse(docs)}</td></tr>`,
  );
  return `<section><h2 id="errors">Errors</h2><table>${rows.join("")}</table></section>`;
}

function renderNavigation(groups: ReadonlyMap<string, readonly Operation[]>): string {
  const sections = Array.from(groups, ([tag, operations]) => {
    const links = operations.map(
      ({ node, method, url }) =>
        `<li><a href="#${escapeHtml(text(node["operationId"]))}"><b>${method}</b> ${escapeHtml(url)}</a></li>`,
    );
    return `<details open><summary>${escapeHtml(tag)}</summary><ul>${links.join("")}</ul></details>`;
  });
  return `<nav aria-label="Operations"><p class="brand">Signalbox</p>${sections.join("")}<p><a href="#errors">Errors</a></p></nav>`;
}

/** @param document what `buildOpenApi` returns */
export function renderDocs(document: JsonObject): string {
  const info = object(document["info"]);
  const components = object(object(document["components"])["schemas"]);
  const groups = Map.groupBy(operationsOf(document), tagOf);
  const sections = Array.from(
    groups,
    ([tag, operations]) =>
      `<section><h2>${escapeHtml(tag)}</h2>${operations.map((operation) => renderOperation(operation, components)).join("")}</section>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signalbox reference</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/docs/style.css"></head>` +
    `<body>${renderNavigation(groups)}<main><h1>${escapeHtml(text(info["title"]))} <small>${escapeHtml(text(info["version"]))}</small></h1>` +
    `<p>${toProse(text(info["description"]))}</p><p><a href="/openapi.json">OpenAPI document</a></p>` +
    `${sections.join("")}${renderErrors()}</main></body></html>`
  );
}
