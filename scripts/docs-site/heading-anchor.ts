/** The anchor of a heading as GitHub makes it, so that a link works in the repository and on the site alike. */
export const headingAnchor = (heading: string): string =>
  heading
    .replaceAll(/\]\([^)]*\)/g, "]")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
