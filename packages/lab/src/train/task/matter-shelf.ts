// Carried texts by kind, so that an instruction can stand beside another text of the same kind: what is asked stays the same.
import type { Random } from "@signalbox/engine/numerics";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import type { MatterKind } from "../../atlas/drills.ts";

interface Shelved {
  readonly name: string;
  readonly text: string;
}

export interface MatterShelf {
  /** One of the same kind as `name`, more often than not of the same language. */
  like(name: string, random: Random): string;
  /** Undefined where no text of this kind may be used. */
  ofKind(kind: MatterKind, language: string, random: Random): string | undefined;
}

const HEAD_UNITS = 1_200;
const LOG_LINE = /\d\d:\d\d:\d\d.{0,80}(?:INFO|WARN|ERROR|FATAL|\[)/;
const OWN_LANGUAGE = 0.6;

function kindOf(text: string): MatterKind {
  const head = text.slice(0, HEAD_UNITS);
  const share = (marks: RegExp): number => (head.match(marks)?.length ?? 0) / head.length;
  if (LOG_LINE.test(head)) return "log";
  if (share(/[{}();=]/g) > 1 / 40) return "code";
  return share(/[;,|\t]/g) > 1 / 25 ? "table" : "text";
}

/** @param entries of the training part: no text of another request gets onto the shelf */
export function createMatterShelf(entries: readonly AtlasEntry[], texts: Atlas["texts"]): MatterShelf {
  const shelved = new Map(
    entries.flatMap(({ matter }) => matter).map((name) => [name, { name, text: texts.get(name) ?? "" }]),
  );
  const byKind = Map.groupBy(shelved.values(), ({ text }) => kindOf(text));
  const draw = (kind: MatterKind, language: string, random: Random): string | undefined => {
    const all: readonly Shelved[] = byKind.get(kind) ?? [];
    const own = all.filter(({ name }) => name.startsWith(language));
    const from = own.length > 2 && random() < OWN_LANGUAGE ? own : all;
    return from[Math.floor(random() * from.length)]?.text;
  };
  return {
    like: (name, random) => {
      const text = texts.get(name) ?? "";
      return draw(kindOf(text), name.slice(0, 2), random) ?? text;
    },
    ofKind: draw,
  };
}
