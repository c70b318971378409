// The things that the palette finds: everything that has a name, in the order in which people mean it.

export interface Thing {
  /** Its name, which is searched. */
  readonly label: string;
  /** "Model", "Key": said beside the name. */
  readonly kind: string;
  /** Its address; empty where it is a deed. */
  readonly path: string;
  readonly act?: () => void;
  /** Other words for it, searched too. */
  readonly also?: string;
  /** Second key of the `g` shortcut; "" for none. */
  readonly key?: string;
}

const SHOWN_MAX = 12;

/** Lower is better: the whole name, its beginning, the beginning of a word of it, another word for it, any part of it; undefined for none. */
function distanceOf({ label, also = "" }: Thing, wanted: string): number | undefined {
  const name = label.toLowerCase();
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const at = name.indexOf(wanted);
  if (at !== -1 && /[\s/:_-]/.test(name[at - 1] ?? "")) return 2;
  if (also.split(" ").some((word) => word.startsWith(wanted))) return 3;
  return at === -1 ? undefined : 4;
}

/** The nearest first; among equals the order that was given. Without words, all that comes first in `things`. */
export function findThings(things: readonly Thing[], typed: string): readonly Thing[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return things.slice(0, SHOWN_MAX);
  return things
    .flatMap((thing) => {
      const distance = distanceOf(thing, wanted);
      return distance === undefined ? [] : [{ thing, distance }];
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SHOWN_MAX)
    .map(({ thing }) => thing);
}

/** From how many letters on a search of all decisions is offered. */
const SEARCH_CHARS_MIN = 2;

/** The way to look for the words in the decisions themselves. */
export function searchOf(typed: string): readonly Thing[] {
  const words = typed.trim();
  if (words.length < SEARCH_CHARS_MIN) return [];
  return [
    { label: `Search decisions for “${words}”`, kind: "", path: `/decisions?q=${encodeURIComponent(words)}` },
  ];
}
