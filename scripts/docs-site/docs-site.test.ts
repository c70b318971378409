// The site without building it: pages, links and sidebar as they are staged, and the judge of the built pages.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

import { siteFaults } from "./check-site.ts";
import { listPages, rewriteLinks, stageSite } from "./stage-site.ts";

const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "signalbox-site-"));
after(() => rmSync(folder, { recursive: true }));

test("every page of docs/ is staged with links that lead to a page or to a copy of a file", () => {
  const staged = join(folder, "pages");
  stageSite(ROOT, staged);
  for (const place of listPages(ROOT).values()) assert.ok(existsSync(join(staged, place)), place);
  const text = readFileSync(join(staged, "operations.md"), "utf8");
  const copy = /\]\((\/files\/deploy\/systemd\/[^)]+)\)/.exec(text)?.[1] ?? "";
  assert.match(readFileSync(join(staged, "public", copy), "utf8"), /ExecStart/);
  const sidebar = JSON.parse(readFileSync(join(staged, "sidebar.json"), "utf8")) as {
    readonly text: string;
    readonly items: readonly { readonly text: string; readonly link: string }[];
  }[];
  assert.deepEqual(sidebar.map(({ text: group }) => group).slice(0, 3), [
    "Get started",
    "Understand",
    "Operate",
  ]);
  for (const { link } of sidebar.flatMap(({ items }) => items))
    assert.ok(existsSync(join(staged, link.endsWith("/") ? `${link}index.md` : `${link}.md`)), link);
  const landing = readFileSync(join(staged, "index.md"), "utf8");
  const pictures = [...landing.matchAll(/!\[[^\]]+\]\(\/(files\/[^)]+\.png)\)/g)].map(
    ([, picture = ""]) => picture,
  );
  assert.ok(pictures.length >= 3, "the landing page shows the product");
  for (const picture of pictures) assert.ok(existsSync(join(staged, "public", picture)), picture);
});

test("links to pages, folders, files and headings are rewritten, and those in code are not", () => {
  const world = { root: ROOT, pages: listPages(ROOT), files: new Set<string>() };
  const rewritten = (text: string): string => rewriteLinks(text, "docs/guides/some-page.md", world);
  assert.equal(rewritten("[a](../operations.md#memory)"), "[a](/operations.md#memory)");
  assert.equal(rewritten("[a](../integrations/README.md)"), "[a](/integrations/index.md)");
  assert.equal(rewritten("[a](../../README.md) and [b](#here)"), "[a](/project/readme.md) and [b](#here)");
  assert.equal(
    rewritten("[a](../../examples/gateways/litellm)"),
    "[a](/project/examples/gateways/litellm/index.md)",
  );
  assert.equal(rewritten("[a](../../Dockerfile)"), "[a](/files/Dockerfile.txt)");
  assert.deepEqual([...world.files], ["Dockerfile"]);
  assert.equal(rewritten("```\n[a](nowhere.md)\n```"), "```\n[a](nowhere.md)\n```");
  assert.throws(
    () => rewritten("[a](nowhere.md)"),
    /docs\/guides\/some-page\.md: the link nowhere\.md leads nowhere/,
  );
});

test("the judge of the built site reports dead links, dead anchors, and what is loaded from elsewhere", () => {
  const built = join(folder, "built");
  const write = (file: string, html: string): void => {
    mkdirSync(dirname(join(built, file)), { recursive: true });
    writeFileSync(join(built, file), html);
  };
  write("style.css", "");
  write(
    "index.html",
    '<link rel="x" href="/style.css"><a href="/a/">a</a><a class="x" href="a/page.html#two">b</a>',
  );
  write("a/index.html", '<h1 id="one">1</h1><a href="#one">c</a><a href="https://example.org">d</a>');
  write("a/page.html", '<h1 id="two">2</h1><a href="../index.html">e</a>');
  assert.deepEqual(siteFaults(built), []);
  write(
    "a/page.html",
    '<a href="gone.html">f</a><a href="/a/#three">g</a><script src="https://cdn.example.org/x.js">',
  );
  assert.deepEqual(siteFaults(built).toSorted(), [
    "a/page.html: https://cdn.example.org/x.js is not part of the site",
    "a/page.html: the link /a/#three is dead",
    "a/page.html: the link gone.html is dead",
    "index.html: the link a/page.html#two is dead",
  ]);
});
