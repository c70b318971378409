// The reference as pages: complete, product before compatibility, with samples that are accepted and a first call that runs.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { Compile } from "typebox/compile";

import { bodySample, curlSample } from "../src/http/docs-page/samples.ts";
import { operationsOf, pagesOf } from "../src/http/docs-page/operations.ts";
import { renderDocsPage, searchEntries } from "../src/http/docs-page/render-docs.ts";
import { buildOpenApi } from "../src/http/openapi/build-openapi.ts";
import type { JsonObject } from "../src/http/openapi/schema-components.ts";
import { API_INFO, ROUTES } from "../src/index.ts";
import { startListeningService, type ListeningService } from "./listening-service.ts";

const run = promisify(execFile);
const document = buildOpenApi(ROUTES, API_INFO);
const components = (document["components"] as JsonObject)["schemas"] as JsonObject;

let service: ListeningService;
before(async () => {
  service = await startListeningService();
});
after(() => service.close());

const pageOf = async (path: string): Promise<string> => {
  const answer = await fetch(`${service.url}${path}`);
  assert.equal(answer.status, 200, path);
  return answer.text();
};

test("every operation stands on one page, and those of other products' clients on the last one alone", async () => {
  const pages = pagesOf(document);
  const ids = pages.flatMap(({ operations }) => operations.map(({ id }) => id));
  assert.deepEqual(
    ids.toSorted(),
    operationsOf(document)
      .map(({ id }) => id)
      .toSorted(),
  );
  assert.equal(pages.at(-1)?.slug, "existing-clients");
  for (const { slug, title, lead, operations } of pages) {
    const html = await pageOf(`/docs/${slug}`);
    assert.notEqual(lead, "", `${title} says nothing of itself`);
    for (const { id } of operations) assert.ok(html.includes(`<article id="${id}">`), id);
    if (slug !== "existing-clients") assert.doesNotMatch(html, /\/api\/v1\/v[12]\//);
  }
  const missing = await fetch(`${service.url}/docs/no-such-page`);
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /begins at \/docs/);
});

test("every body that can be copied is of its own schema", () => {
  const byId = new Map(operationsOf(document).map((operation) => [operation.id, operation]));
  let checked = 0;
  const wrong: string[] = [];
  for (const { operationId, body } of ROUTES) {
    const operation = byId.get(operationId);
    const sample = operation && bodySample(operation, components);
    if (body === undefined || sample === undefined) continue;
    if (!Compile(body).Check(sample)) wrong.push(`${operationId}: ${JSON.stringify(sample)}`);
    checked += 1;
  }
  assert.deepEqual(wrong, []);
  assert.ok(checked > 30, `${checked} bodies`);
});

test("the first call of the reference runs as it is copied", async () => {
  const operation = operationsOf(document).find(({ id }) => id === "selectModel");
  assert.ok(operation !== undefined);
  const start = await pageOf("/docs");
  assert.match(start, /id="sample-selectModel"/);
  const line = curlSample(operation, components).replace("http://127.0.0.1:8787", service.url);
  const { stdout } = await run("bash", ["-c", line], {
    env: { ...process.env, SIGNALBOX_API_KEY: service.key, NO_PROXY: "*" },
  });
  const { llm_label } = JSON.parse(stdout) as { readonly llm_label: string };
  assert.ok(line.includes(llm_label.slice(llm_label.indexOf("/") + 1)), llm_label);
});

test("whatever the search finds is where it says, errors too", async () => {
  const entries = searchEntries(document);
  const start = await pageOf("/docs");
  for (const { href, title, summary } of entries) {
    const [path = "", anchor = ""] = href.split("#");
    const html = path === "/docs" ? start : renderDocsPage(document, path.slice("/docs/".length));
    assert.ok(html?.includes(`id="${anchor}"`), `${title} leads to ${href}`);
    assert.notEqual(summary, "");
  }
  assert.ok(entries.some(({ text }) => text.includes("cost_quality_tradeoff") || text.includes("tradeoff")));
  assert.deepEqual(JSON.parse(await pageOf("/docs/search.json")), entries);
});
