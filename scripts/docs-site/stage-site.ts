// Everything that the site is built from, in one folder: pages with the site's links, copies of linked files, the sidebar.
import {
  globSync,
  existsSync,
  statSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";

/** The anchor of a heading as GitHub makes it, so that a link works in the repository and on the site alike. */
export const headingAnchor = (heading: string): string =>
  heading
    .replaceAll(/\]\([^)]*\)/g, "]")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

// Which Markdown files of the repository become pages of the site, and where. docs/ is its root.
const AT_ROOT = ["README", "CHANGELOG", "CONTRIBUTING", "SECURITY", "GOVERNANCE", "CODE_OF_CONDUCT"];

/** "docs/guides/README.md" -> "guides/index.md" */
function placeInDocs(file: string): string {
  // The site begins with a page of its own.
  if (file === "docs/README.md") return "contents.md";
  return file.replace(/^docs\//, "").replace(/(^|\/)README\.md$/, "$1index.md");
}

/** Pages outside of docs/ keep their path, below `project`. */
function placeOutside(file: string): string {
  return `project/${file.toLowerCase().replace(/\/readme\.md$/, "/index.md")}`;
}

/** File of the repository to file of the site, both with slashes. */
export function listPages(root: string): ReadonlyMap<string, string> {
  const find = (pattern: string): readonly string[] =>
    globSync(pattern, { cwd: root })
      .map((file) => file.replaceAll("\\", "/"))
      .sort();
  const outside = [
    ...AT_ROOT.map((name) => `${name}.md`),
    "atlas/GUIDE.md",
    ...find("examples/**/*.md"),
    "proof/README.md",
    "proof/hosts/README.md",
    "packages/engine/README.md",
  ];
  return new Map([
    ...find("docs/**/*.md").map((file) => [file, placeInDocs(file)] as const),
    ...outside.map((file) => [file, placeOutside(file)] as const),
  ]);
}

// The sidebar is the index page: its headings are groups, the links of its tables are entries.
interface SidebarGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** @param index docs/README.md with the links of the site */
function readSidebar(index: string): readonly SidebarGroup[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.split("\n", 1)[0]?.trim() ?? "",
      items: Array.from(section.matchAll(/\[([^\]]+)\]\((\/[^)]+\.md)\)/g), ([, text = "", link = ""]) => ({
        text: text.charAt(0).toUpperCase() + text.slice(1),
        link: link.replace(/(?:index)?\.md$/, ""),
      })),
    }))
    .filter(({ items }) => items.length > 0);
}

// Links of a page as the site needs them: to pages where they lie on the site, to other files of the repository where their
// copies lie. Code blocks stay as they are.
interface LinkWorld {
  readonly root: string;
  /** See `listPages`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files of the repository that some page links to; added to while links are rewritten. */
  readonly files: Set<string>;
}

/** The address of the copy of a file: pictures as they are, all else as text, which browsers show and do not download. */
const copyOf = (file: string): string =>
  /\.(?:png|svg)$/.test(file) ? `files/${file}` : `files/${file}.txt`;

const isOutside = (link: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith("#");

/** The file that stands for a folder: its README, else the folder cannot be linked to. */
function fileOf(root: string, path: string): string {
  const full = join(root, path);
  return existsSync(full) && statSync(full).isDirectory() ? posix.join(path, "README.md") : path;
}

/** @throws Error when nothing is there */
function rewriteLink(link: string, page: string, world: LinkWorld): string {
  if (isOutside(link)) return link;
  const [path = "", anchor] = link.split("#");
  const file = fileOf(world.root, posix.normalize(posix.join(dirname(page), path)));
  const hash = anchor === undefined ? "" : `#${anchor}`;
  const place = world.pages.get(file);
  if (place !== undefined) return `/${place}${hash}`;
  if (!existsSync(join(world.root, file))) throw new Error(`${page}: the link ${link} leads nowhere.`);
  world.files.add(file);
  return `/${copyOf(file)}`;
}

/** @param page path of the page in the repository */
export function rewriteLinks(text: string, page: string, world: LinkWorld): string {
  return text
    .split(/(^```[\s\S]*?^```)/m)
    .map((part) =>
      part.startsWith("```")
        ? part
        : part.replaceAll(/\]\(([^)\s]+)\)/g, (_, link: string) => `](${rewriteLink(link, page, world)})`),
    )
    .join("");
}

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
