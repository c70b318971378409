// Fonts that tests bring along, so that what they find does not depend on those of the machine: one wide, one narrow.
import { readFileSync } from "node:fs";

const FOLDER = new URL("../../../../tools/node_modules/@fontsource/", import.meta.url);
const WEIGHTS = [400, 600] as const;

export interface TestFont {
  readonly family: string;
  readonly folder: string;
}

export const FONTS: readonly TestFont[] = [
  { family: "Noto Sans", folder: "noto-sans" },
  { family: "Roboto Condensed", folder: "roboto-condensed" },
];

const fileOf = ({ folder }: TestFont, weight: number): string =>
  readFileSync(new URL(`${folder}/files/${folder}-latin-${weight}-normal.woff2`, FOLDER)).toString("base64");

/** A script that has a page written in the font from its first letter on. Policies of the page about styles and fonts hold. */
export function inFont(font: TestFont): string {
  const faces = WEIGHTS.map((weight) => [weight, fileOf(font, weight)] as const);
  return `for (const [weight, text] of ${JSON.stringify(faces)}) {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    document.fonts.add(new FontFace(${JSON.stringify(font.family)}, bytes, { weight: String(weight) }));
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { --font: "${font.family}" !important }');
  document.adoptedStyleSheets.push(sheet);`;
}
