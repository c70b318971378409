// The pages of the reference, made from the OpenAPI document: plain HTML that is whole without scripts, offline and for machines.
import { escapeHtml, toProse, renderSchema } from "./render-schema.ts";
import { ERROR_TABLE, type ErrorDefinition } from "@signalbox/contracts";
import type { JsonObject } from "../openapi/schema-components.ts";
import { list, object, pagesOf, text, type DocsPage, type Operation } from "./operations.ts";
import { bodySample, curlSample, isForPeople } from "./samples.ts";

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
  return `<h3>Parameters</h3>${renderSchema(schema, components)}`;
}

function renderBody(node: JsonObject, components: JsonObject): string {
  const content = object(object(node["requestBody"])["content"]);
  return Object.entries(content)
    .map(
      ([media, body]) =>
        `<h3>Body <code>${escapeHtml(media)}</code></h3>${renderSchema(object(body)["schema"], components)}`,
    )
    .join("");
}

function renderResponses(node: JsonObject, components: JsonObject): string {
  const responses = Object.entries(object(node["responses"]));
  const successes = responses.filter(([status]) => status.startsWith("2"));
  const failures = responses.filter(([status]) => !status.startsWith("2"));
  const shown = successes.flatMap(([status, response]) => {
    const content = Object.entries(object(object(response)["content"]));
    if (content.length === 0) return [`<h3>Answer ${status}, no body</h3>`];
    return content.map(
      ([media, body]) =>
        `<h3>Answer ${status} <code>${escapeHtml(media)}</code></h3>${renderSchema(object(body)["schema"], components)}`,
    );
  });
  const faults = failures.map(
    ([status, response]) => `<li><b>${status}</b> ${toProse(text(object(response)["description"]))}</li>`,
  );
  return `${shown.join("")}<details><summary>Faults</summary><ul>${faults.join("")}</ul></details>`;
}

function renderSample(operation: Operation, components: JsonObject): string {
  const { id, node } = operation;
  if (isForPeople(node))
    return '<p class="access">The dashboard calls it with the session of who is signed in.</p>';
  return (
    `<div class="sample"><button type="button" data-copies="sample-${id}" hidden>Copy</button>` +
    `<pre tabindex="0" aria-label="Sample of ${id}"><code id="sample-${id}">${escapeHtml(curlSample(operation, components))}</code></pre></div>`
  );
}

function renderOperation(operation: Operation, components: JsonObject): string {
  const { id, url, method, node } = operation;
  const description = text(node["description"]);
  return (
    `<article id="${escapeHtml(id)}"><h2><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(url)}</code></h2>` +
    `<p>${toProse(text(node["summary"]))} <span class="access">(${credentialsOf(node)})</span></p>` +
    (description === "" ? "" : `<p>${toProse(description)}</p>`) +
    renderSample(operation, components) +
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

/** The pages, and of the one that is open its operations. */
function renderNavigation(pages: readonly DocsPage[], open: DocsPage | undefined): string {
  const links = pages.map((page) => {
    const isOpen = page === open;
    const inner = page.operations.map(
      ({ id, method, url }) =>
        `<li><a href="#${escapeHtml(id)}"><b>${method}</b> ${escapeHtml(url.replace("/api/v1", ""))}</a></li>`,
    );
    const own = isOpen ? `<ul>${inner.join("")}</ul>` : "";
    return `<li><a href="/docs/${page.slug}"${isOpen ? ' aria-current="page"' : ""}>${escapeHtml(page.title)}</a>${own}</li>`;
  });
  const start = open === undefined ? ' aria-current="page"' : "";
  return (
    `<nav aria-label="Reference"><p class="brand"><a href="/">Signalbox</a></p>` +
    `<ul><li><a href="/docs"${start}>Start</a></li>${links.join("")}<li><a href="/docs#errors">Errors</a></li></ul></nav>`
  );
}

const SEARCH =
  `<search hidden><label for="search">Search the reference</label>` +
  `<input id="search" type="search" placeholder="words, a path, an error" autocomplete="off">` +
  `<p role="status" class="access"></p><ul></ul></search>`;

interface Shown {
  readonly pages: readonly DocsPage[];
  readonly open: DocsPage | undefined;
  readonly title: string;
  readonly body: string;
}

const renderPage = ({ pages, open, title, body }: Shown): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} \u00b7 Signalbox reference</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/mark.svg">` +
  `<link rel="stylesheet" href="/docs/style.css"><script src="/docs/docs.js" type="module"></script></head>` +
  `<body>${renderNavigation(pages, open)}<main>${SEARCH}${body}</main></body></html>`;

const FIRST = "selectModel";

function renderStart(document: JsonObject, pages: readonly DocsPage[]): string {
  const components = object(object(document["components"])["schemas"]);
  const info = object(document["info"]);
  const first = pages.flatMap(({ operations }) => operations).find(({ id }) => id === FIRST);
  const cards = pages.map(
    ({ slug, title, lead, operations }) =>
      `<li><a href="/docs/${slug}"><b>${escapeHtml(title)}</b></a><p>${escapeHtml(lead)}</p><p class="access">${operations.length} operations</p></li>`,
  );
  return (
    `<h1>${escapeHtml(text(info["title"]))} reference</h1><p class="lead">${toProse(text(info["description"]))}</p>` +
    `<h2>The first call</h2><p>Put a key of the dashboard into <code>SIGNALBOX_API_KEY</code> and run:</p>` +
    (first === undefined ? "" : renderSample(first, components)) +
    `<p><code>llm_label</code> in the answer is the model to call. <a href="/openapi.json">OpenAPI document</a></p>` +
    `<h2>Pages</h2><ul class="cards">${cards.join("")}</ul>${renderErrors()}`
  );
}

/** The first page, at `/docs`. @param document what `buildOpenApi` returns */
export function renderDocs(document: JsonObject): string {
  const pages = pagesOf(document);
  return renderPage({ pages, open: undefined, title: "Start", body: renderStart(document, pages) });
}

/** The page of a group of operations; undefined where there is none of that name. */
export function renderDocsPage(document: JsonObject, slug: string): string | undefined {
  const pages = pagesOf(document);
  const open = pages.find((page) => page.slug === slug);
  if (open === undefined) return undefined;
  const components = object(object(document["components"])["schemas"]);
  const articles = open.operations.map((operation) => renderOperation(operation, components));
  const body = `<h1>${escapeHtml(open.title)}</h1><p class="lead">${escapeHtml(open.lead)}</p>${articles.join("")}`;
  return renderPage({ pages, open, title: open.title, body });
}

interface Entry {
  readonly title: string;
  readonly summary: string;
  readonly href: string;
  /** In lower case: what is searched. */
  readonly text: string;
}

/** Everything that a search finds: operations with the names of their members, and errors. */
export function searchEntries(document: JsonObject): readonly Entry[] {
  const components = object(object(document["components"])["schemas"]);
  const operations = pagesOf(document).flatMap(({ slug, title, operations: own }) =>
    own.map(({ id, url, method, node }): Entry => {
      const summary = text(node["summary"]);
      const parameters = list(node["parameters"]).map((one) => text(object(one)["name"]));
      const body = bodySample({ id, url, method, node }, components);
      const words = [title, id, url, method, summary, ...parameters, ...Object.keys(object(body))];
      return {
        title: `${method} ${url}`,
        summary,
        href: `/docs/${slug}#${id}`,
        text: words.join(" ").toLowerCase(),
      };
    }),
  );
  const errors = Object.entries<ErrorDefinition>(ERROR_TABLE).map(
    ([code, { status, title, docs }]): Entry => ({
      title: `${code} ${status}`,
      summary: title,
      href: `/docs#error-${code}`,
      text: `${code} ${status} ${title} ${docs} error`.toLowerCase(),
    }),
  );
  return [...operations, ...errors];
}
