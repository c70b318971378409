// Links of a page as the site needs them: to pages where they lie on the site, to other files of the repository where their
// copies lie. Code blocks stay as they are.
import { existsSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";

export interface LinkWorld {
  readonly root: string;
  /** See `listPages`. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files of the repository that some page links to; added to while links are rewritten. */
  readonly files: Set<string>;
}

/** Where the copy of a file lies: pictures as they are, all else as text, which browsers show and do not download. */
export const copyOf = (file: string): string =>
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
