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
