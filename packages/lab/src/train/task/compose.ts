// The same request among things that ask for nothing: greetings and stories, a persona, house rules, a quotation, a long paste, the
// frame of an exam. What is asked stays the same, so the labels do, and the heads learn to look for the ask.
import type { Random } from "@signalbox/engine/numerics";
import { type AtlasMessage, ASK_PLACE, type SurroundingOfLanguage } from "../../atlas/atlas.ts";
import type { Example } from "./task-rows.ts";

export type Asked = Example["asked"];
type Kind = SurroundingOfLanguage["surrounding"]["kind"];

export const JOINS = [" ", " ", "\n", "\n\n", "\n\n"] as const;
/** One in so many surroundings is in another language than the request. */
const FOREIGN_SHARE = 0.12;
/** Shares of the ways to surround a request; the last is that of frames of exams. */
const WAYS = [
  ["before", 0.28],
  ["both", 0.22],
  ["after", 0.1],
  ["persona", 0.12],
  ["rules", 0.09],
  ["quotation", 0.09],
  ["paste", 0.04],
  ["exam", 0.06],
] as const;
type Way = (typeof WAYS)[number][0];
/** Shares of the requests that are only greeted: those behind a greeting, before thanks, and behind a persona. */
const [GREETED_SHARE, THANKED_SHARE, GREETED_PERSONA_SHARE] = [0.5, 0.4, 0.4] as const;
/** Share of the requests among surroundings that are behind a persona. */
const PERSONA_SHARE = 0.2;
/** Share of the requests that are beside the tools of an agent. */
const TOOLS_SHARE = 0.02;
const TOOLS = ["bash", "read_file", "edit", "grep", "glob", "web_fetch", "task", "todo_write"] as const;
const PASTE_UNITS = 2_500;

export interface Composer {
  /** @param asked whose last user turn is between a greeting and thanks, or either, and at times behind a persona */
  readonly greet: (asked: Asked, language: string, random: Random) => Asked;
  /** @param asked whose last user turn is surrounded */
  readonly compose: (asked: Asked, language: string, random: Random) => Asked;
  /** A system prompt that says who answers, once or many times over; it asks for nothing. */
  readonly persona: (language: string, random: Random) => AtlasMessage;
}

export function draw<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

function drawWay(random: Random): Way {
  let left = random();
  for (const [way, share] of WAYS) {
    left -= share;
    if (left < 0) return way;
  }
  return "exam";
}

/** Texts by kind, and by language within. */
function shelve(surroundings: readonly SurroundingOfLanguage[]) {
  const byKind = new Map<Kind, Map<string, string[]>>();
  for (const { language, surrounding } of surroundings) {
    if (!("text" in surrounding)) continue;
    const shelf = byKind.get(surrounding.kind) ?? new Map<string, string[]>();
    byKind.set(surrounding.kind, shelf);
    shelf.set(language, [...(shelf.get(language) ?? []), surrounding.text]);
  }
  return (kind: Kind, language: string, random: Random): string => {
    const shelf = byKind.get(kind) ?? byKind.get("story");
    if (shelf === undefined) return kind === "exam_frame" ? ASK_PLACE : "";
    const isForeign = random() < FOREIGN_SHARE || !shelf.has(language);
    return draw(shelf.get(isForeign ? draw([...shelf.keys()], random) : language)!, random);
  };
}

/** System prompts that say who answers, and how. */
function createPersona(take: ReturnType<typeof shelve>): Composer["persona"] {
  return (language, random) => {
    const count = random() < 0.6 ? 1 : 1 + Math.floor(random() * 8);
    const pieces = Array.from({ length: count }, () =>
      take(random() < 0.5 ? "persona" : "house_rules", language, random),
    );
    return { role: "system", content: pieces.join(" ") };
  };
}

type WriteTurn = (text: string, language: string, random: Random) => string;

/** A turn with things before, behind or around it. */
function createSurround(take: ReturnType<typeof shelve>, pastes: readonly string[]): WriteTurn {
  const several = (kinds: readonly Kind[], most: number, language: string, random: Random): string => {
    const count = 1 + Math.floor(random() * most);
    const pieces = Array.from({ length: count }, () => take(draw(kinds, random), language, random));
    return pieces.join(random() < 0.8 ? " " : "\n");
  };
  const before = (language: string, random: Random): string =>
    (random() < 0.5 ? `${take("greeting", language, random)} ` : "") +
    several(["story", "story", "greeting"], 4, language, random);
  const after = (language: string, random: Random): string =>
    several(["thanks", "thanks", "goodbye", "story"], 2, language, random);
  /** On one line, as it comes from a page or a PDF. */
  const paste = (language: string, random: Random): string =>
    pastes.length === 0
      ? take("story", language, random)
      : draw(pastes, random).slice(0, PASTE_UNITS).replaceAll(/\s+/g, " ");
  return (text, language, random) => {
    const join = draw(JOINS, random);
    const beside = (piece: string, share: number): string =>
      random() < share ? `${piece}${join}${text}` : `${text}${join}${piece}`;
    const ways: Readonly<Record<Way, () => string>> = {
      before: () => `${before(language, random)}${join}${text}`,
      both: () => `${before(language, random)}${join}${text}${join}${after(language, random)}`,
      after: () => `${text}${join}${after(language, random)}`,
      persona: () =>
        `${take("persona", language, random)} ${random() < 0.4 ? before(language, random) : ""}${join}${text}`,
      rules: () => beside(several(["house_rules"], 3, language, random), 0.4),
      quotation: () => beside(take("quotation", language, random), 0.6),
      paste: () => beside(paste(language, random), 0.6),
      exam: () => {
        const frame = take("exam_frame", language, random);
        return frame.includes(ASK_PLACE) ? frame.replace(ASK_PLACE, () => text) : beside(frame, 0.5);
      },
    };
    return ways[drawWay(random)]();
  };
}

/** A turn with a greeting before it, thanks behind it, or neither. */
function createGreet(take: ReturnType<typeof shelve>): WriteTurn {
  return (text, language, random) => {
    const [join, kind] = [draw(JOINS, random), random()];
    const opened = kind < GREETED_SHARE ? `${take("greeting", language, random)}${join}${text}` : text;
    return kind > 1 - THANKED_SHARE ? `${opened}${join}${take("thanks", language, random)}` : opened;
  };
}

interface Change {
  readonly turn: (text: string) => string;
  /** System prompts for a request that has none. */
  readonly stated: readonly AtlasMessage[];
}

/** The last user turn changed, behind the system prompts where it has none. */
export function changeRequest({ messages, tools }: Asked, { turn, stated }: Change): Asked {
  const last = messages.findLastIndex(({ role }) => role === "user");
  const changed = messages.map(({ role, content }, at) =>
    at === last ? { role, content: turn(content) } : { role, content },
  );
  const isStated = messages.some(({ role }) => role === "system");
  return { messages: isStated ? changed : [...stated, ...changed], tools };
}

/** @param pastes long texts that nobody asks about; where there is no surrounding, requests stay as they are */
export function createComposer(
  surroundings: readonly SurroundingOfLanguage[],
  pastes: readonly string[],
): Composer {
  const take = shelve(surroundings);
  const hasTexts = surroundings.some(({ surrounding }) => "text" in surrounding);
  const [surround, greetTurn, persona] = [
    createSurround(take, pastes),
    createGreet(take),
    createPersona(take),
  ];
  return {
    persona,
    greet: (asked, language, random) =>
      hasTexts
        ? changeRequest(asked, {
            turn: (text) => greetTurn(text, language, random),
            stated: random() < GREETED_PERSONA_SHARE ? [persona(language, random)] : [],
          })
        : asked,
    compose: (asked, language, random) => {
      if (!hasTexts) return asked;
      const { messages, tools } = changeRequest(asked, {
        turn: (text) => surround(text, language, random),
        stated: random() < PERSONA_SHARE ? [persona(language, random)] : [],
      });
      return { messages, tools: tools.length === 0 && random() < TOOLS_SHARE ? [...TOOLS] : tools };
    },
  };
}
