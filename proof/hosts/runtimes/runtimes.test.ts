// The packed client, installed in an empty project, on every runtime it claims: one real selection and one streamed answer.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { build } from "vite";

import { findBrowser, launchBrowser, NO_BROWSER } from "../../../packages/web/test/support/real-browser.ts";
import {
  answerOf,
  startFakeProvider,
  type FakeProvider,
} from "../../../packages/sdk/test/support/fake-provider.ts";
import { startRunningService } from "../../../packages/sdk/test/support/running-service.ts";
import { pathOf, reasonToSkip, startWorker } from "./workerd.ts";
import {
  compile,
  execute,
  makeEmptyProject,
  makeInProcessProject,
  type EmptyProject,
} from "./empty-project.ts";
import type { InProcessOutcome } from "./in-process-program.ts";
import { startPageServer } from "./page-server.ts";
import type { Outcome, Surroundings } from "./program.ts";

let project: EmptyProject;
let provider: FakeProvider;
let surroundings: Surroundings & { readonly apiKey: string };
/** Ends everything that was started, so that one failing start does not leave the others running. */
const endings: (() => void | Promise<void>)[] = [];

before(async () => {
  project = await makeEmptyProject();
  endings.push(() => {
    project.remove();
  });
  provider = await startFakeProvider();
  endings.push(() => provider.close());
  const service = await startRunningService();
  endings.push(() => service.stop());
  surroundings = { serviceUrl: service.url, apiKey: service.apiKey, providerUrl: provider.url };
});

after(async () => {
  for (const end of endings.toReversed()) await end();
});

const LABELS = ["openai/gpt-6-luna", "anthropic/claude-sonnet-4-6"];

function assertOutcome(outcome: Outcome): void {
  assert.ok(LABELS.includes(outcome.selected));
  assert.equal(outcome.answered, outcome.selected);
  assert.equal(outcome.text, answerOf(outcome.answered.split("/")[1] ?? ""));
  assert.deepEqual(new Set(outcome.ranking), new Set(LABELS));
  assert.deepEqual(
    [outcome.origin, outcome.feedback, outcome.faultOfUnknownKey, outcome.originWhenUnreachable],
    ["service", "recorded", "unauthenticated", "default"],
  );
}

async function runMain(command: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, SURROUNDINGS: JSON.stringify(surroundings), NO_COLOR: "1" };
  const { stdout, stderr, code } = await execute(command, args, { cwd: project.path, env });
  assert.equal(code, 0, stderr);
  assertOutcome(JSON.parse(stdout) as Outcome);
}

/** One module without imports, from a source beside the program. */
async function bundle(name: string, source: string): Promise<string> {
  const entry = join(project.path, name);
  writeFileSync(entry, source);
  const answer = await build({
    configFile: false,
    logLevel: "silent",
    root: project.path,
    build: { write: false, lib: { entry, formats: ["es"] }, target: "es2022" },
  });
  const [output] = Array.isArray(answer) ? answer : [answer];
  assert.ok(output !== undefined && "output" in output);
  return output.output[0].code;
}

for (const module of ["nodenext", "esnext"] as const) {
  const moduleResolution = module === "nodenext" ? "nodenext" : "bundler";
  test(`the types stand on their own under \`moduleResolution: ${moduleResolution}\``, async () => {
    const { code, stdout } = await compile(project.path, "program", { module, moduleResolution });
    assert.equal(code, 0, stdout);
  });
}

test("Node 24 runs it", () => runMain(process.execPath, ["main.mjs"]));

test("Node 20 runs it", { skip: reasonToSkip("Node 20") }, () => runMain(pathOf("Node 20"), ["main.mjs"]));

test("Deno runs it", { skip: reasonToSkip("Deno") }, () =>
  runMain(pathOf("Deno"), ["run", "--no-remote", "--allow-net", "--allow-env", "--allow-read", "main.mjs"]),
);

test("Bun runs it", { skip: reasonToSkip("Bun") }, () => runMain(pathOf("Bun"), ["run", "main.mjs"]));

test("an edge worker runs it", { skip: reasonToSkip("workerd") }, async () => {
  const script = await bundle(
    "worker-source.js",
    `import { run } from "./program.js";
     export default { fetch: async (request) => Response.json(await run(await request.json())) };`,
  );
  const worker = await startWorker(project.path, script);
  try {
    const response = await fetch(worker.url, { method: "POST", body: JSON.stringify(surroundings) });
    assert.equal(response.status, 200, await response.clone().text());
    assertOutcome((await response.json()) as Outcome);
  } finally {
    await worker.stop();
  }
});

const browserPath = await findBrowser();

test(
  "a browser runs it against a backend that keeps the key",
  { skip: browserPath === undefined && NO_BROWSER },
  async () => {
    const script = await bundle(
      "page-source.js",
      `import { run } from "./program.js";
     globalThis.outcome = run({ serviceUrl: location.origin, providerUrl: location.origin + "/v1" });`,
    );
    const server = await startPageServer({ ...surroundings, script });
    const browser = await launchBrowser(browserPath ?? "");
    try {
      const page = await browser.newPage();
      await page.goto(server.url);
      await page.waitForFunction("globalThis.outcome !== undefined");
      assertOutcome(await page.evaluate<Outcome>("globalThis.outcome"));
    } finally {
      await browser.close();
      await server.close();
    }
  },
);

test("the engine, packed, routes in the process on Node 24 and Node 20", async (context) => {
  const cwd = await makeInProcessProject(project);
  const reason = reasonToSkip("Node 20");
  if (reason !== false) context.diagnostic(reason);
  const commands = [process.execPath, ...(reason === false ? [pathOf("Node 20")] : [])];
  for (const command of commands) {
    const { code, stdout, stderr } = await execute(command, ["main.mjs"], { cwd });
    assert.equal(code, 0, stderr);
    const outcome = JSON.parse(stdout) as InProcessOutcome;
    assert.deepEqual(new Set(outcome.ranking), new Set(["openai/gpt-6-luna", "openai/gpt-5.6-sol"]));
    assert.equal(outcome.ranking[0], outcome.label);
    assert.deepEqual([outcome.fallbackLabel, outcome.fallbackOrigin], [outcome.label, "local"]);
  }
});
