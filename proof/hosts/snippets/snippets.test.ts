// Every code block of the pages on integrations does what its reader will see: it is executed against a
// real service and a provider on a real socket, or the page says why not.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";

import { startFakeProvider } from "../../../packages/sdk/test/support/fake-provider.ts";
import { startRunningService } from "../../../packages/sdk/test/support/running-service.ts";
import { isExecutable, makePageFolder, makeWorkshop } from "./page-folder.ts";
import { readPage, ROOT, type Page, type Snippet } from "./read-snippets.ts";
import { isAsShown, runSnippet, whyNotHere } from "./run-snippet.ts";

const PAGES = globSync(
  ["docs/integrations/*.md", "packages/*/README.md", "examples/**/README.md", "README.md"],
  { cwd: ROOT },
).sort();
/** Here a block of code without a mark is a fault; elsewhere only marked blocks are executed. */
const isStrict = ({ path }: Page): boolean => /^(?:docs|examples)\//.test(path);

const pages = PAGES.map(readPage);
const workshop = mkdtempSync(join(tmpdir(), "signalbox-snippets-"));
const folderOf = (page: Page): string => join(workshop, page.path.replaceAll(/[/.]/g, "-"));
makeWorkshop(workshop);
for (const page of pages) makePageFolder(folderOf(page), page);

const service = await startRunningService();
const provider = await startFakeProvider();
const env = {
  SIGNALBOX_URL: service.url,
  SIGNALBOX_API_KEY: service.apiKey,
  NOTDIAMOND_API_URL: service.url,
  NOTDIAMOND_API_KEY: service.apiKey,
  OPENAI_BASE_URL: provider.url,
  OPENAI_API_KEY: "sk-provider",
};

after(async () => {
  await provider.close();
  await service.stop();
  rmSync(workshop, { recursive: true, force: true });
});

const isUsed = ({ snippets }: Page): boolean => snippets.some(({ use }) => use.kind !== "shown");

async function execute(page: Page, snippet: Snippet, shown: Snippet | undefined): Promise<void> {
  const { code, out, error } = await runSnippet(snippet, { folder: folderOf(page), env });
  assert.equal(code, 0, `it failed\n${out}\n${error}`);
  if (shown !== undefined)
    assert.ok(isAsShown(out, shown.code), `it printed\n${out}\nbut the page shows\n${shown.code}`);
}

for (const page of pages.filter(isUsed))
  suite(page.path, () => {
    for (const [index, snippet] of page.snippets.entries()) {
      const { use, code, line } = snippet;
      if (use.kind === "same-as")
        test(`line ${line} is ${use.value}`, () => {
          assert.equal(code.trim(), readFileSync(join(ROOT, use.value), "utf8").trim());
        });
      if (use.kind !== "run") continue;
      const next = page.snippets[index + 1];
      test(`line ${line} does as it says`, { skip: whyNotHere(snippet.language) ?? false }, () =>
        execute(page, snippet, next?.use.kind === "output" ? next : undefined),
      );
    }
  });

test("the TypeScript of every page has the types it needs", () => {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { status, stdout } = spawnSync(tsc, ["-p", workshop], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

for (const page of pages.filter(isStrict))
  test(`${page.path}: every block is executed, or says why not; data can be read`, () => {
    for (const snippet of page.snippets) {
      const place = `${page.path}:${snippet.line}`;
      assert.ok(snippet.use.kind !== "shown" || !isExecutable(snippet), `${place} has no mark`);
      if (snippet.language === "json" && snippet.use.kind === "shown")
        assert.doesNotThrow(() => JSON.parse(snippet.code), `${place} is no JSON`);
    }
  });

test("every page on an integration has an executed block", () => {
  for (const page of pages.filter(({ path }) => /^docs\/integrations\/(?!README)/.test(path)))
    assert.ok(
      page.snippets.some(({ use }) => use.kind === "run" || use.kind === "same-as"),
      page.path,
    );
});
