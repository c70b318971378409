// The OpenAPI document is sound, and two generators make of it clients that type-check strictly and call a real service.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";

import {
  startRunningService,
  type RunningService,
} from "../../../packages/sdk/test/support/running-service.ts";
import { ROOT } from "../snippets/read-snippets.ts";
import { runFile } from "../snippets/run-snippet.ts";
import { lintDocument } from "./lint-document.ts";

const DOCUMENT = join(ROOT, "docs/openapi.json");
const bin = (name: string): string => join(ROOT, "proof/hosts/node_modules/.bin", name);

test("the document follows the structure of OpenAPI 3.1, its examples included", async () => {
  assert.deepEqual(await lintDocument(DOCUMENT), []);
});

const TYPES = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "bundler",
    types: ["node"],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    // The output of the generators is no declaration file.
    skipLibCheck: true,
    noEmit: true,
  },
};

const BY_TYPES = `
import type { components, paths } from "./schema.ts";

type Operation = paths["/api/v1/model-select"]["post"];
const body: Operation["requestBody"]["content"]["application/json"] = {
  messages: [{ role: "user", content: "Say hello." }],
  llm_providers: [{ provider: "openai", model: "gpt-4o-mini" }],
  tradeoff: "cost",
  include: ["explanation"],
};
const response = await fetch(process.env["SIGNALBOX_URL"] + "/api/v1/model-select", {
  method: "POST",
  headers: { authorization: "Bearer " + process.env["SIGNALBOX_API_KEY"], "content-type": "application/json" },
  body: JSON.stringify(body),
});
type Answer = Operation["responses"]["200"]["content"]["application/json"];
const answer = (await response.json()) as Answer;
const best: components["schemas"]["RankedCandidate"] | undefined = answer.explanation?.ranking[0];
const usd: number | null | undefined = best?.usd;
console.log(answer.llm_label, typeof usd);
`;

const BY_CLIENT = `
import { createClient } from "./generated/client/index.ts";
import { recordFeedback, selectModel } from "./generated/sdk.gen.ts";

const settings = { baseUrl: process.env["SIGNALBOX_URL"]!, auth: process.env["SIGNALBOX_API_KEY"]! };
const client = createClient(settings);
const { data, error } = await selectModel({
  client,
  body: {
    messages: "Say hello.",
    llm_providers: [{ provider: "openai", model: "gpt-4o-mini" }],
  },
});
if (data === undefined) throw new Error(error.detail);
const report = await recordFeedback({ client, body: { session_id: data.session_id, value: "up" } });
const refused = await selectModel({ client, auth: "sk_wrong", body: { messages: "Hi" } });
console.log(data.llm_label, report.data?.status, refused.error?.code, refused.response?.status);
`;

suite("generated clients", () => {
  let service: RunningService;
  const folder = mkdtempSync(join(tmpdir(), "signalbox-openapi-"));
  before(async () => {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TYPES));
    service = await startRunningService();
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (command: string, args: readonly string[]): void => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, `${stdout}\n${stderr}`);
  };

  async function call(file: string): Promise<string> {
    const bundle = file.replace(".ts", ".mjs");
    run(join(ROOT, "node_modules/.bin/rolldown"), [file, "--file", bundle, "--platform", "node"]);
    const env = { SIGNALBOX_URL: service.url, SIGNALBOX_API_KEY: service.apiKey };
    const { code, out, error } = await runFile({ language: "js", name: bundle }, { folder, env });
    assert.equal(code, 0, error);
    return out.trim();
  }

  test("what both generate, and the programs that use it, type-check strictly", () => {
    run(bin("openapi-typescript"), [DOCUMENT, "-o", "schema.ts"]);
    run(bin("openapi-ts"), ["-i", DOCUMENT, "-o", "generated", "--silent"]);
    writeFileSync(join(folder, "by-types.ts"), BY_TYPES);
    writeFileSync(join(folder, "by-client.ts"), BY_CLIENT);
    run(bin("tsc"), ["-p", folder]);
  });

  test("openapi-typescript: the types hold the request and the answer", async () => {
    assert.equal(await call("by-types.ts"), "openai/gpt-4o-mini number");
  });

  test("@hey-api/openapi-ts: the client selects, reports, and tells a fault by its type", async () => {
    assert.equal(await call("by-client.ts"), "openai/gpt-4o-mini recorded unauthenticated 401");
  });
});
