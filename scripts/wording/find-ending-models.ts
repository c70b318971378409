// Names of models in an example whose vendor has announced their end. The day of the end does not count, so that the same text
// passes on every day: an example changes when the facts do.
import type { Catalog } from "../../packages/catalog/src/index.ts";
import type { WordingFault } from "./find-wording.ts";

/** A name to call is in small letters and holds a digit; "/" and ":" separate it from a host, a vendor or a variant. */
const WORD = /[a-z0-9][a-z0-9._@-]*/g;
const FENCE = /^\s*(?:```|~~~)/;
const CODE_SPAN = /`[^`]+`/g;
const NAME_CHARS_MIN = 2;
const NAME_CHARS_MAX = 60;
const isName = (word: string): boolean =>
  word.length >= NAME_CHARS_MIN &&
  word.length <= NAME_CHARS_MAX &&
  /[a-z]/.test(word) &&
  /\d/.test(word) &&
  !word.includes("..");

/** The lines of a page with its code alone, since prose may speak of the past. */
export function codeOfPage(markdown: string): string {
  let isCode = false;
  const lines = markdown.split("\n").map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    return isCode ? line : (line.match(CODE_SPAN) ?? []).join(" ");
  });
  return lines.join("\n");
}

/** @returns a fault for each line and each model that ends, with the successor that the vendor names */
export function findEndingModels(
  text: string,
  catalog: Pick<Catalog, "get" | "identify">,
): readonly WordingFault[] {
  return text.split("\n").flatMap((line, index) => {
    const words = new Set(line.match(WORD)?.map((word) => word.replace(/[._@-]+$/, "")));
    return [...words].filter(isName).flatMap((word): readonly WordingFault[] => {
      const end = endOf(word, catalog);
      return end === undefined ? [] : [{ line: index + 1, fault: `"${word}": ${end}` }];
    });
  });
}

function endOf(word: string, catalog: Pick<Catalog, "get" | "identify">): string | undefined {
  const facts = catalog.get(catalog.identify({ model: word }) ?? "");
  const { shutdown } = facts ?? {};
  if (shutdown === undefined) return undefined;
  const { on, successor } = shutdown;
  return `${facts?.id} ends on ${on}; name ${successor ?? "a newer model"}`;
}
