// The sidebar is the index page: its headings are groups, the links of its tables are entries.

export interface SidebarGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** @param index docs/README.md with the links of the site */
export function readSidebar(index: string): readonly SidebarGroup[] {
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
