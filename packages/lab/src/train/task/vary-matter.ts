// Requests beside other carried texts: the heads learn what is asked from the instruction, and not from the text that happened to
// come with it. The field follows the text, so it is not learned here.
import type { Random } from "@signalbox/engine/numerics";
import type { AtlasEntry, AtlasMessage } from "../../atlas/atlas.ts";
import type { Drill } from "../../atlas/drills.ts";
import { fillPlaces } from "../../atlas/fill-places.ts";
import type { MatterShelf } from "./matter-shelf.ts";
import { rewordMessages } from "./reword.ts";
import type { Example, HeadWeights } from "./task-rows.ts";
import { wrapMessages } from "./wrap-entry.ts";

const SWAPPED: HeadWeights = { operation: 0.3, field: 0, tier: 0, tokens: 0 };
const DRILLED = { operation: 0.4, field: 0.15, tokens: 0 };
const DRILLED_WITH_TEXT = { operation: 0.4, field: 0, tokens: 0 };
/** By tier. One author labelled the drills: only the hard ones teach that hard work may be asked for in few words. */
const DRILLED_TIERS = [0, 0, 0, 0.3, 0.3];
const COPY_OF_DRILL = 0.3;
const SWAPS = 3;
const COPIES_WITH_TEXT = 3;
const TURNED_ROUND = 0.35;
const TEXT_FIRST = /^\{\{1\}\}\s+([^{]*)$/;
const TEXT_LAST = /^([^{]*?)\s+\{\{1\}\}$/;

/** The instruction after the text where it stood before it, and the other way round. */
function turnRound(content: string): string {
  const after = TEXT_FIRST.exec(content)?.[1];
  if (after !== undefined) return `${after}\n\n{{1}}`;
  const before = TEXT_LAST.exec(content)?.[1];
  return before === undefined ? content : `{{1}}\n\n${before}`;
}

/** Nothing for a request that carries no text. */
export function swapMatter(entry: AtlasEntry, shelf: MatterShelf, random: Random): readonly Example[] {
  if (entry.matter.length === 0) return [];
  return Array.from({ length: SWAPS }, () => {
    const texts = entry.matter.map((name) => shelf.like(name, random));
    const isTurned = random() < TURNED_ROUND;
    const template = entry.template.map((message) =>
      isTurned && message.role === "user"
        ? { role: message.role, content: turnRound(message.content) }
        : message,
    );
    return { entry: { ...entry, messages: fillPlaces(template, texts, entry.id) }, weights: SWAPPED };
  });
}

const user = (content: string): AtlasMessage => ({ role: "user", content });
/** Places of an instruction, and how often people put it there. */
const PLACES: readonly (readonly [
  upTo: number,
  place: (asked: string, text: string) => readonly AtlasMessage[],
])[] = [
  [0.4, (asked, text) => [user(`${asked}\n\n${text}`)]],
  [0.75, (asked, text) => [user(`${text}\n\n${asked}`)]],
  [0.9, (asked, text) => [{ role: "system", content: asked }, user(text)]],
  [1, (asked, text) => [user(text), { role: "assistant", content: "OK." }, user(asked)]],
];

const TOOLS = ["search", "run", "calendar"];
/** Most steps of agents come with their tools. */
const TOOLS_OFFERED = 0.85;

export interface DrillSetting {
  readonly shelf: MatterShelf;
  readonly random: Random;
}

/** As it stands and wrapped; one that carries a text beside several. */
export function drillExamples(
  { text, carries, label, language }: Drill,
  { shelf, random }: DrillSetting,
): readonly Example[] {
  const tier = DRILLED_TIERS[label.tier - 1] ?? 0;
  const exampleOf = (messages: readonly AtlasMessage[], weights: HeadWeights): Example => {
    const tools = label.op === "act" && random() < TOOLS_OFFERED ? TOOLS : [];
    return { entry: { messages, tools, author: label, secondReader: undefined }, weights };
  };
  if (carries === undefined) {
    const plain = [user(text)];
    const weights = { ...DRILLED, tier };
    const copied = { ...DRILLED, tier: tier * COPY_OF_DRILL };
    const reworded = rewordMessages(plain, language, random);
    return [
      exampleOf(plain, weights),
      exampleOf(wrapMessages(plain, shelf, random), copied),
      exampleOf(reworded, copied),
    ];
  }
  return Array.from({ length: COPIES_WITH_TEXT }, () => {
    const carried = shelf.ofKind(carries, language, random) ?? "";
    const where = random();
    const [, place] = PLACES.find(([upTo]) => where < upTo) ?? PLACES[0]!;
    return exampleOf(place(text, carried), { ...DRILLED_WITH_TEXT, tier: tier / COPIES_WITH_TEXT });
  });
}
