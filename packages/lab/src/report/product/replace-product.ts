// The product's part within the published page: between two comments, after the page's head.

const START = "<!-- product -->";
const END = "<!-- /product -->";
/** Before the first part that the page has without it. */
const FIRST_HEADING = /^## /m;

export const wrapProduct = (part: readonly string[]): string => [START, ...part, END].join("\n\n");

/** The page with this part in the place of the one it has, or before its first heading. */
export function replaceProduct(page: string, part: readonly string[]): string {
  const wrapped = wrapProduct(part);
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from >= 0 && to > from) return page.slice(0, from) + wrapped + page.slice(to + END.length);
  const at = FIRST_HEADING.exec(page)?.index ?? page.length;
  return `${page.slice(0, at)}${wrapped}\n\n${page.slice(at)}`;
}

/** The page with this section in the place of the one of the same heading; as the last of the part where there was none. */
export function replaceSection(page: string, section: readonly string[]): string {
  const [heading = ""] = section;
  const text = section.join("\n\n");
  const end = page.indexOf(END);
  if (end < 0) return replaceProduct(page, section);
  const from = page.indexOf(`${heading}\n`);
  if (from < 0 || from > end) return `${page.slice(0, end)}${text}\n\n${page.slice(end)}`;
  const next = page.indexOf("\n### ", from + heading.length);
  const to = next < 0 || next > end ? end : next + 1;
  return `${page.slice(0, from)}${text}\n\n${page.slice(to)}`;
}
