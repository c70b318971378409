// The API's reference: the OpenAPI document and a page made from it, both served from memory.
import { SignalboxError } from "@signalbox/contracts";
import { Type } from "typebox";

import { DOCS_STYLE, DOCS_SCRIPT } from "../docs-page/docs-assets.ts";
import { renderDocs, renderDocsPage, searchEntries } from "../docs-page/render-docs.ts";
import { buildOpenApi, type OpenApiInfo } from "../openapi/build-openapi.ts";
import type { JsonObject } from "../openapi/schema-components.ts";
import { defineRoute, type AnyCall, type Route } from "../route.ts";
import { pageFile, sendFile, type PageFile } from "../site.ts";

export const API_INFO: OpenApiInfo = {
  title: "Signalbox",
  version: "1",
  description:
    "Recommends which large language model to call for a conversation. It only recommends: the caller calls. " +
    "Send `POST /api/v1/model-select` with `messages` and `llm_providers`, read `llm_label`.",
};

/** Made when it is first asked for: most starts are never asked. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const common = {
  method: "GET",
  access: { kind: "public" },
  tag: "Operation",
  isAtRoot: true,
} as const;

type Handlers = Readonly<Record<string, (call: AnyCall) => unknown>>;
const nothing = (): undefined => undefined;

const PAGES = [
  {
    name: "openApi",
    operationId: "openApi",
    path: "/openapi.json",
    summary: "This interface as an OpenAPI 3.1 document.",
    response: Type.Object({ openapi: Type.String() }),
  },
  {
    name: "reference",
    operationId: "reference",
    path: "/docs",
    summary: "This interface as pages: the first one.",
    response: "text/html",
  },
  {
    name: "referencePage",
    operationId: "referencePage",
    path: "/docs/:page",
    summary: "One group of operations as a page, or a file that the pages load.",
    params: Type.Object({ page: Type.String({ maxLength: 64 }) }),
    response: "text/html",
  },
] as const;

/** Files that the pages load: style, script, and the entries of their search. */
const ASSETS: Readonly<Record<string, (document: JsonObject) => string>> = {
  "style.css": () => DOCS_STYLE,
  "docs.js": () => DOCS_SCRIPT,
  "search.json": (document) => JSON.stringify(searchEntries(document)),
};

/** @throws SignalboxError not_found */
function fileOf(document: JsonObject, name: string): PageFile {
  const asset = ASSETS[name]?.(document);
  if (asset !== undefined) return pageFile(`/docs/${name}`, Buffer.from(asset));
  const html = renderDocsPage(document, name);
  if (html === undefined)
    throw new SignalboxError("not_found", "The reference has no such page. It begins at /docs.");
  return pageFile("/docs.html", Buffer.from(html));
}

/** @param others every other route of the service; these describe themselves too */
export function createReferenceRoutes(others: readonly Route[]): readonly Route[] {
  const describe = (handlers: Handlers): readonly Route[] =>
    PAGES.map(({ name, ...page }) => defineRoute({ ...common, ...page, handler: handlers[name] ?? nothing }));
  const document = lazily((): JsonObject => buildOpenApi([...others, ...describe({})], API_INFO));
  const start = lazily(() => pageFile("/docs.html", Buffer.from(renderDocs(document()))));
  const files = new Map<string, PageFile>();
  return describe({
    openApi: document,
    reference: ({ request, reply }) => {
      sendFile(request, reply, start());
      return reply;
    },
    referencePage: ({ request, reply, params }) => {
      const { page: name } = params as { readonly page: string };
      const file = files.get(name) ?? fileOf(document(), name);
      files.set(name, file);
      sendFile(request, reply, file);
      return reply;
    },
  });
}
