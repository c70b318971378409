// Which Markdown files of the repository become pages of the site, and where. docs/ is its root.
import { globSync } from "node:fs";

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
    "research/README.md",
    "packages/engine/README.md",
  ];
  return new Map([
    ...find("docs/**/*.md").map((file) => [file, placeInDocs(file)] as const),
    ...outside.map((file) => [file, placeOutside(file)] as const),
  ]);
}
