// Links between the pages lead somewhere: to a file of the repository, and to a heading that is there.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { ROOT } from "./snippets/read-snippets.ts";

const PAGES = globSync(
  ["*.md", "docs/**/*.md", "examples/**/*.md", "packages/*/README.md", "proof/hosts/*.md"],
  {
    cwd: ROOT,
  },
).sort();

const withoutCode = (text: string): string => text.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2/gm, "");

const linksOf = (text: string): string[] =>
  Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g), ([, target = ""]) => target).filter(
    (target) => !/^[a-z]+:/.test(target),
  );

/** Headings as the usual renderers name them, a repeated one with its number; and those that are named in place. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set(Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = ""]) => id));
  const seen = new Map<string, number>();
  for (const [, heading = ""] of withoutCode(text).matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
    const name = plain.trim().replaceAll(/\s/g, "-");
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    anchors.add(count === 0 ? name : `${name}-${count}`);
  }
  return anchors;
}

for (const page of PAGES)
  test(`${page}: every link leads somewhere`, () => {
    for (const link of linksOf(readFileSync(join(ROOT, page), "utf8"))) {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? join(ROOT, page) : join(ROOT, dirname(page), path);
      assert.ok(existsSync(target), `${link} is not there`);
      if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith(".md")) continue;
      assert.ok(anchorsOf(readFileSync(target, "utf8")).has(anchor), `${link}: there is no such heading`);
    }
  });
