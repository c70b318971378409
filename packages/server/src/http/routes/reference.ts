// The API's reference: the OpenAPI document and a page made from it, both served from memory.
import { Type } from "typebox";

import { DOCS_STYLE } from "../docs-page/docs-style.ts";
import { renderDocs } from "../docs-page/render-docs.ts";
import { buildOpenApi, type OpenApiInfo } from "../openapi/build-openapi.ts";
import type { JsonObject } from "../openapi/schema-components.ts";
import { defineRoute, type AnyCall, type Route } from "../route.ts";
import { pageFile, sendFile } from "../site.ts";

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

function sendPage(path: string, render: () => string) {
  const file = lazily(() => pageFile(path, Buffer.from(render())));
  return ({ request, reply }: AnyCall): unknown => {
    sendFile(request, reply, file());
    return reply;
  };
}

const common = {
  method: "GET",
  access: { kind: "public" },
  tag: "Operation",
  isAtRoot: true,
  isNeverShed: true,
} as const;

/** @param others every other route of the service; these describe themselves too */
export function createReferenceRoutes(others: readonly Route[]): readonly Route[] {
  const describe = (handlers: readonly ((call: AnyCall) => unknown)[]): readonly Route[] => [
    defineRoute({
      ...common,
      operationId: "openApi",
      path: "/openapi.json",
      summary: "This interface as an OpenAPI 3.1 document.",
      response: Type.Object({ openapi: Type.String() }),
      handler: handlers[0] ?? (() => undefined),
    }),
    defineRoute({
      ...common,
      operationId: "reference",
      path: "/docs",
      summary: "This interface as a page.",
      response: "text/html",
      handler: handlers[1] ?? (() => undefined),
    }),
    defineRoute({
      ...common,
      operationId: "referenceStyle",
      path: "/docs/style.css",
      summary: "Style sheet of that page.",
      response: "text/css",
      handler: handlers[2] ?? (() => undefined),
    }),
  ];
  const document = lazily((): JsonObject => buildOpenApi([...others, ...describe([])], API_INFO));
  return describe([
    document,
    sendPage("/docs.html", () => renderDocs(document())),
    sendPage("/docs/style.css", () => DOCS_STYLE),
  ]);
}
