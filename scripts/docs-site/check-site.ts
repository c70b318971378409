// Judges the site as it was built: every link of every page leads to a file, and every anchor to an element, and nothing is
// loaded from elsewhere.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

interface Page {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  /** Scripts, styles, fonts and pictures. */
  readonly loaded: readonly string[];
}

const attributesOf = (html: string, pattern: RegExp): readonly string[] =>
  Array.from(html.matchAll(pattern), ([, value = ""]) => value.replaceAll("&amp;", "&"));

function readPage(file: string): Page {
  const html = readFileSync(file, "utf8");
  return {
    ids: new Set(attributesOf(html, /\sid="([^"]+)"/g)),
    links: attributesOf(html, /<a\s[^>]*?href="([^"]+)"/g),
    loaded: [
      ...attributesOf(html, /<(?:script|img)\s[^>]*?src="([^"]+)"/g),
      ...attributesOf(html, /<link\s[^>]*?href="([^"]+)"/g),
    ],
  };
}

/** "/guides/" -> "guides/index.html"; undefined for the address of another site. */
function fileOf(address: string, page: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return undefined;
  const [path = ""] = address.split(/[?#]/);
  if (path === "") return page;
  const full = decodeURIComponent(path.startsWith("/") ? path.slice(1) : posix.join(dirname(page), path));
  return full === "" || full.endsWith("/") ? `${full}index.html` : full;
}

/** One line for each fault. */
export function siteFaults(folder: string): readonly string[] {
  const files = globSync("**/*.html", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  const pages = new Map(files.map((file) => [file, readPage(join(folder, file))]));
  const isDead = (address: string, page: string): boolean => {
    const file = fileOf(address, page);
    if (file === undefined) return false;
    if (!existsSync(join(folder, file))) return true;
    const anchor = decodeURIComponent(address.split("#")[1] ?? "");
    return anchor !== "" && pages.get(file)?.ids.has(anchor) === false;
  };
  const faults: string[] = [];
  for (const [file, { links, loaded }] of pages) {
    for (const link of links) if (isDead(link, file)) faults.push(`${file}: the link ${link} is dead`);
    for (const address of loaded)
      if (fileOf(address, file) === undefined || isDead(address, file))
        faults.push(`${file}: ${address} is not part of the site`);
  }
  return faults;
}
