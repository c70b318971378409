// Everything that the site is built from, in one folder: pages with the site's links, copies of linked files, the sidebar.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { listPages } from "./pages.ts";
import { copyOf, rewriteLinks, type LinkWorld } from "./rewrite-links.ts";
import { readSidebar } from "./sidebar.ts";

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Replaces `folder`. @throws Error for a link that leads nowhere */
export function stageSite(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const world: LinkWorld = { root, pages: listPages(root), files: new Set() };
  for (const [file, place] of world.pages)
    write(join(folder, place), rewriteLinks(readFileSync(join(root, file), "utf8"), file, world));
  write(
    join(folder, "index.md"),
    rewriteLinks(readFileSync(join(root, "site/landing.md"), "utf8"), "site/landing.md", world),
  );
  cpSync(join(root, "packages/web/public/mark.svg"), join(folder, "public/mark.svg"));
  for (const file of world.files) {
    const copy = join(folder, "public", copyOf(file));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(root, file), copy);
  }
  const indexes = ["contents.md", "api/index.md"].map((index) => join(folder, index)).filter(existsSync);
  const sidebar = indexes.flatMap((index) => readSidebar(readFileSync(index, "utf8")));
  write(join(folder, "sidebar.json"), `${JSON.stringify(sidebar, null, 2)}\n`);
}
