import assert from "node:assert/strict";
import { test } from "node:test";

import { Type } from "typebox";

import { pagesOf } from "../docs-page/operations.ts";
import { renderDocs, renderDocsPage } from "../docs-page/render-docs.ts";
import { defineRoute, urlsOf } from "../route.ts";
import { ROUTES } from "../routes/index.ts";
import { API_INFO } from "../routes/reference.ts";
import { buildOpenApi } from "./build-openapi.ts";

const document = buildOpenApi(ROUTES, API_INFO);
const text = JSON.stringify(document);

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, unknown>>;
}

const paths = document["paths"] as unknown as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([url, methods]) =>
  Object.values(methods).map((operation) => ({ url, operation })),
);

test("every route is described once, under an id of its own", () => {
  assert.equal(operations.length, ROUTES.length);
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, ROUTES.length);
});

test("no two routes answer the same method and address", () => {
  const addresses = ROUTES.flatMap((route) =>
    urlsOf(route).map((url) => `${route.method} ${url.replaceAll(/:\w+/g, ":x")}`),
  );
  assert.equal(new Set(addresses).size, addresses.length);
});

test("every reference leads to a component", () => {
  const { schemas } = document["components"] as unknown as { schemas: Record<string, unknown> };
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    assert.ok(name !== undefined && name in schemas, name);
});

test("every parameter in an address is declared, and nothing else is a path parameter", () => {
  for (const { url, operation } of operations) {
    const inAddress = new Set(Array.from(url.matchAll(/\{(\w+)\}/g), ([, name]) => name));
    const declared = operation.parameters.filter((parameter) => parameter.in === "path");
    assert.deepEqual(new Set(declared.map(({ name }) => name)), inAddress, url);
    assert.ok(declared.every(({ required }) => required));
  }
});

test("every operation tells its faults, and those that need a key tell 401 and 429", () => {
  for (const route of ROUTES) {
    const found = operations.find(({ operation }) => operation.operationId === route.operationId);
    const statuses = Object.keys(found?.operation.responses ?? {});
    assert.ok(statuses.includes("500") && statuses.includes("503"), route.operationId);
    if (route.access.kind !== "public")
      assert.ok(statuses.includes("401") && statuses.includes("429"), route.operationId);
  }
});

test("two different schemas under one name are refused", () => {
  const route = (operationId: string, response: ReturnType<typeof Type.Object>) =>
    defineRoute({
      operationId,
      method: "GET",
      path: `/${operationId}`,
      access: { kind: "public" },
      tag: "x",
      summary: "x",
      response,
      handler: () => ({}),
    });
  const routes = [
    route("a", Type.Object({ one: Type.String() }, { $id: "Same" })),
    route("b", Type.Object({ two: Type.String() }, { $id: "Same" })),
  ];
  assert.throws(() => buildOpenApi(routes, API_INFO), /Same/);
});

test("the pages name every operation and need neither inline scripts, nor inline styles, nor other hosts", () => {
  const pages = [
    renderDocs(document),
    ...pagesOf(document).map(({ slug }) => renderDocsPage(document, slug) ?? ""),
  ];
  const all = pages.join("");
  for (const { operationId } of ROUTES) assert.ok(all.includes(`<article id="${operationId}"`), operationId);
  assert.ok(!/<script(?! src="\/docs\/)|style="|https?:\/\/(?!127\.0\.0\.1)/.test(all));
  assert.ok(!all.includes("undefined") && !all.includes("[object Object]"));
});
