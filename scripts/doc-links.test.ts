// Every link of a page leads somewhere, and every path of this repository that a page names exists.
import { strict as assert } from "node:assert";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { headingAnchor } from "./docs-site/stage-site.ts";

const root = join(import.meta.dirname, "..");
const PAGES = globSync(["*.md", "{docs,examples,proof,atlas}/**/*.md", "packages/*/README.md"], {
  cwd: root,
  exclude: ["**/node_modules/**", "docs/api/**"],
});

const read = (page: string): string => readFileSync(join(root, page), "utf8");
const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, "");

function anchorsOf(page: string): Set<string> {
  const text = read(page);
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => headingAnchor(heading));
  const ids = Array.from(text.matchAll(/<a id="([^"]+)"/g), ([, id = ""]) => id);
  return new Set([...headings, ...ids]);
}

function brokenLinksOf(page: string): string[] {
  const links = Array.from(withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
  });
}

/** Paths in backticks that begin at a folder of the repository; patterns and places to fill in are left out. */
function missingPathsOf(page: string): string[] {
  const paths = Array.from(
    withoutCode(read(page)).matchAll(
      /`((?:packages|scripts|docs|examples|proof|artefacts|atlas)\/[^`\s:]*)`/g,
    ),
    ([, path = ""]) => path,
  );
  return paths.filter((path) => !/[<>*{}]|NAME|\.\.\./.test(path) && !existsSync(join(root, path)));
}

test("every link of every page leads to a file and to a heading that exist", () => {
  const broken = PAGES.flatMap((page) => brokenLinksOf(page).map((link) => `${page} -> ${link}`));
  assert.deepEqual(broken, []);
});

test("every path of the repository that a page names exists", () => {
  const missing = PAGES.filter((page) => page !== "CHANGELOG.md").flatMap((page) =>
    missingPathsOf(page).map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

test("the index leads to every page for readers", () => {
  const index = read("docs/README.md");
  const pages = PAGES.filter((page) => /^docs\/(?:[^/]+|research\/.+|contributing\/.+)\.md$/.test(page));
  const unlisted = pages.filter((page) => page !== "docs/README.md" && !index.includes(`(${page.slice(5)})`));
  assert.deepEqual(unlisted, []);
});
