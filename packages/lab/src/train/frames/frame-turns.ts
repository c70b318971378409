// Turns whose pieces have known roles: requests of the training part of the atlas as they are, among chatter, and in templates.
import type { FrameRole, Piece } from "@signalbox/engine/internals";
import { FRAME_ROLES, piecesOf } from "@signalbox/engine/internals";
import { splitmix32 } from "@signalbox/engine/numerics";
import type { Random } from "@signalbox/engine/numerics";
import type { Atlas, AtlasMessage } from "../../atlas/atlas.ts";
import { ATLAS_DIR } from "../../atlas/atlas.ts";
import { readFrameGrammar } from "../../atlas/frame-grammar.ts";
import { openMatterByKind } from "../../atlas/matter-kinds.ts";
import { createComposer, draw } from "../task/compose.ts";
import { createScatter } from "../task/scatter.ts";
import { exampleOfDrill, exampleOfWording } from "../task/task-rows.ts";
import { createFrameComposer } from "./compose-frame.ts";
import type { Spare, Stretch } from "./compose-frame.ts";

/** A turn in pieces with known roles. */
export interface FrameTurn {
  readonly pieces: readonly Piece[];
  /** Index of each one's role in `FRAME_ROLES`; -1 where it is not known. @shape pieces */
  readonly roles: Int8Array;
  readonly isSystem: boolean;
}

const SEED = 11;
const SENTENCE = { least: 20, most: 200 } as const;
const REQUEST_MOST = 120;
const ENDS = /(?<=[.!?])\s+|(?<=[。！？])|\n+/u;
const NOT_PROSE: ReadonlySet<string> = new Set(["code_matter", "log_matter", "table_matter"]);
/** One wording in so many is read as it is, and one in a template. */
const WORDINGS_EVERY = 4;
/** One instruction about a text in so many has a template for its text, which stays. */
const ABOUT_FRAMES_EVERY = 5;

type Asked = { readonly messages: readonly AtlasMessage[] };
const turnOf = ({ messages }: Asked): string =>
  messages.findLast(({ role }) => role === "user")?.content.trim() ?? "";
const systemOf = ({ messages }: Asked): string =>
  messages.find(({ role }) => role === "system")?.content ?? "";

function spareOf(open: Atlas["entries"], { texts, drills, wordings }: Atlas): Spare {
  const names = open
    .filter(({ features }) => !features.some((feature) => NOT_PROSE.has(feature)))
    .flatMap(({ matter }) => matter);
  const sentences = [...new Set(names)]
    .flatMap((name) => (texts.get(name) ?? "").split(ENDS))
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= SENTENCE.least && length <= SENTENCE.most);
  const short = wordings.filter(({ carries, text }) => carries === undefined && text.length < REQUEST_MOST);
  const bare = drills.filter(({ carries }) => carries === undefined);
  return { sentences, requests: [...bare, ...short].map(({ text }) => text) };
}

/** A turn, and the role of each place in it. */
interface Marked {
  readonly text: string;
  /** The role around a unit; undefined where it is not known. */
  readonly roleAt: (unit: number) => FrameRole | undefined;
}

function addTurn(turns: FrameTurn[], { text, roleAt }: Marked, isSystem = false): void {
  const pieces = piecesOf(text);
  if (pieces.length < (isSystem ? 1 : 2)) return;
  const roles = Int8Array.from(pieces, ({ from, to }) => {
    const role = roleAt((from + to) / 2);
    return role === undefined ? -1 : FRAME_ROLES.indexOf(role);
  });
  turns.push({ pieces, roles, isSystem });
}

function markedOf(stretches: readonly Stretch[]): Marked {
  const ends: number[] = [];
  let text = "";
  for (const stretch of stretches) {
    text += stretch.text;
    ends.push(text.length);
  }
  return { text, roleAt: (unit) => stretches[ends.findIndex((end) => unit <= end)]?.role };
}

const asWhole = (text: string): Marked => ({ text, roleAt: () => "ask" });

/** A request among chatter, of which it is not known whether it may go. */
function amidst(text: string, ask: string): Marked {
  const from = text.indexOf(ask);
  return { text, roleAt: (unit) => (unit >= from && unit <= from + ask.length ? "ask" : undefined) };
}

/** @param side every other request, in templates of every other production; all where it is left out */
export function frameTurnsOf(atlas: Atlas, side?: 0 | 1): readonly FrameTurn[] {
  const random: Random = splitmix32(SEED);
  const isOnSide = (_: unknown, at: number): boolean => side === undefined || at % 2 === side;
  const open = atlas.entries.filter(({ isHeldOut }) => !isHeldOut).filter(isOnSide);
  const matter = openMatterByKind(atlas);
  const spare = spareOf(open, atlas);
  const grammar = readFrameGrammar(ATLAS_DIR);
  const frames = createFrameComposer(side === undefined ? grammar : grammar.half(side), spare);
  const surroundings = atlas.surroundings.filter(({ surrounding }) => surrounding.kind !== "exam_frame");
  const composer = createComposer(surroundings, atlas.spareTexts.get("text") ?? []);
  const scatter = createScatter(open, atlas.texts);
  const turns: FrameTurn[] = [];
  const framed = (ask: string, language: string): void => {
    if (ask !== "") addTurn(turns, markedOf(frames.turn({ ask, language }, random)));
  };
  for (const entry of open) {
    const [ask, system] = [turnOf(entry), systemOf(entry)];
    addTurn(turns, asWhole(ask));
    if (system !== "") addTurn(turns, asWhole(system), true);
    framed(ask, entry.language);
    if (entry.messages.length > 1) continue;
    framed(ask, entry.language);
    addTurn(turns, amidst(turnOf(composer.compose(entry, entry.language, random)), ask));
    addTurn(turns, amidst(turnOf(scatter(entry, entry.language, random)), ask));
    framed(turnOf(composer.compose(entry, entry.language, random)), entry.language);
    if (random() < 0.15) addTurn(turns, markedOf(frames.system(entry.language, random)), true);
  }
  for (const { text } of atlas.systems) addTurn(turns, asWhole(text), true);
  for (const drill of atlas.drills.filter(isOnSide)) {
    const ask = turnOf(exampleOfDrill(drill).asked);
    addTurn(turns, asWhole(ask));
    framed(ask, drill.language);
  }
  atlas.wordings.forEach((wording, at) => {
    if (!isOnSide(wording, Math.floor(at / WORDINGS_EVERY))) return;
    const { text, carries, language } = wording;
    const ask = turnOf(exampleOfWording(wording, matter).asked);
    if (at % WORDINGS_EVERY === 0) addTurn(turns, asWhole(ask));
    if (at % WORDINGS_EVERY === 1) framed(ask, language);
    if (carries !== "text" || at % ABOUT_FRAMES_EVERY !== 0) return;
    const about = markedOf(frames.turn({ ask: draw(spare.requests, random), language }, random)).text;
    addTurn(turns, asWhole(text.replace(/\{\{\w+\}\}/, () => about)));
  });
  for (const { surrounding } of atlas.surroundings)
    if (surrounding.kind === "fact") addTurn(turns, asWhole(`${surrounding.fact} ${surrounding.ask}`));
  return turns;
}
