// The changelog while a release is made: what is under "Unreleased" becomes the section of the release.

const UNRELEASED = "## Unreleased";

/** Text between the heading "## <title>..." and the next one of its level; undefined when there is no such heading. */
export function sectionOf(text: string, title: string): string | undefined {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line === `## ${title}` || line.startsWith(`## ${title} `));
  if (from < 0) return undefined;
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith("## "));
  return lines
    .slice(from + 1, length < 0 ? undefined : from + 1 + length)
    .join("\n")
    .trim();
}

/** @param day "2026-11-30" */
export function closeUnreleased(text: string, version: string, day: string): string {
  return text.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} - ${day}`);
}
