// The zones where an instruction may stand: at the opening or the close of the last turn, between, in the system prompt, or in the
// turn before. Each zone is short, so a reading costs the same however long the conversation is.
import type { CutFrame } from "../frame/cut-frame.ts";
import { isAgentPrompt } from "./circumstance.ts";
import { cleanTurn } from "./clean-turn.ts";
import type { CleanTurn } from "./clean-turn.ts";
import { isFollowUp } from "./follow-up.ts";
import { plainTurn } from "./plain-turn.ts";
import type { Message } from "./message.ts";
import { withoutOpening } from "./session-opening.ts";
import { isToolLoopOpen } from "./tool-loop.ts";
import { partsOf } from "./turn-parts.ts";
import type { TurnPart } from "./turn-parts.ts";
import { readTypedEdges } from "./typed-edges.ts";
import type { TypedEdges } from "./typed-edges.ts";
import { unitTable } from "../text/unit-table.ts";

export const ZONES = ["opening", "closing", "middle", "system", "carried", "earlier"] as const;
export type Zone = (typeof ZONES)[number];

/** The places where a part of the turn stands: at its typed opening or close, between them, or beyond the edge that was typed. */
export const PLACES = ["opening", "closing", "middle", "beyond"] as const;
export type Place = (typeof PLACES)[number];

export interface PlacedPart extends TurnPart {
  readonly place: Place;
}

export interface TaskText {
  readonly zones: Readonly<Record<Zone, string>>;
  /** The last turn in parts, each of which may ask for something. What came in tags is none of them. */
  readonly parts: readonly PlacedPart[];
  /** Texts in tags, or the text that the instruction of the system prompt is carried out on: beginning and end. */
  readonly documents: string;
  /** The last turn without what the caller's program added. */
  readonly asked: string;
  /** Which of its edges were typed. */
  readonly edges: TypedEdges;
  /** UTF-16 units of the last turn without what the caller's program added, and of what is asked in it. */
  readonly turnUnits: number;
  readonly leadUnits: number;
  readonly systemUnits: number;
  readonly turnCount: number;
  readonly toolCount: number;
  readonly isToolLoopOpen: boolean;
  readonly isFollowUp: boolean;
  readonly hasImage: boolean;
  /** The turn before the last user turn; absent where that is the first. Read only when it is asked for. */
  readonly before?: (() => Before) | undefined;
  /** Set where a later turn only goes on with this one: the question in which an offer was made, or nothing. */
  readonly offered?: string;
  readonly given: GivenTexts;
}

export interface Before {
  /** The conversation up to the user turn before. */
  readonly asked: TaskText;
  /** The question that the answer to it ended in, or nothing. */
  readonly offered: string;
}

/** Whole texts, uncut: only their lengths are read, where an answer is as long as what it is made of. */
interface GivenTexts {
  /** The last turn as it was sent, without what was put around the request. */
  readonly turn: string;
  /** All of the last turn. */
  readonly whole: string;
  /** The system prompt's words on how to answer, beside its own zone. */
  readonly house: string;
  /** The turn is the text, and what is to be done with it stands in the system prompt. */
  readonly isTurnGiven: boolean;
  /** The answer before that turn, and what the user sent before it; empty where there is none. */
  readonly answered: string;
  readonly sent: string;
}

const EDGE_UNITS = 260;
const SHORT_LINE_UNITS = 14;
const MIDDLE_UNITS = 1_500;
const SYSTEM_UNITS = 900;
const CARRIED_UNITS = 900;
const EARLIER_UNITS = 500;
/** Beginning of the turn before that is looked at for what its program added. @unit UTF-16 units */
const EARLIER_WINDOW = 4_000;
/** A longer system prompt beside tools, or of a coding agent, is a harness's. @unit UTF-16 units */
const HARNESS_LEAST = 2_000;

const isUser = (message: Message): boolean =>
  (message.role === "user" || message.role === "human") &&
  !(message.isToolResult && message.text.trim() === "");

const isBreak = unitTable("\n.!?。！？؟।");

/** The first line, or its first sentences where it is long. */
function openingEnd(text: string): number {
  const line = text.indexOf("\n");
  const end = line === -1 ? text.length : line;
  if (end <= EDGE_UNITS) return end >= SHORT_LINE_UNITS || line === -1 ? end : nextLineEnd(text, line + 1);
  for (let at = EDGE_UNITS; at > EDGE_UNITS / 3; at -= 1)
    if (isBreak[text.charCodeAt(at)] === 1) return at + 1;
  return EDGE_UNITS;
}

/** "Hi," and "Task:" ask for nothing: the line after them belongs to the opening too. */
function nextLineEnd(text: string, from: number): number {
  const line = text.indexOf("\n", from);
  return Math.min(line === -1 ? text.length : line, from + EDGE_UNITS);
}

/** The last line, or its last sentences where it is long. */
function closingStart(text: string, from: number): number {
  const least = Math.max(from, text.length - EDGE_UNITS);
  const end = text.trimEnd().length;
  const line = text.lastIndexOf("\n", end - 1);
  if (line >= least)
    return end - line < SHORT_LINE_UNITS ? Math.max(least, text.lastIndexOf("\n", line - 1)) : line;
  for (let at = least; at < end - EDGE_UNITS / 3; at += 1)
    if (isBreak[text.charCodeAt(at)] === 1) return at + 1;
  return least;
}

/** Head and tail of what lies between the edges. */
function middleOf(text: string, from: number, to: number): string {
  if (to - from <= MIDDLE_UNITS) return text.slice(from, to);
  return `${text.slice(from, from + MIDDLE_UNITS / 2)}\n${text.slice(to - MIDDLE_UNITS / 2, to)}`;
}

/** Beginning and end of a carried text. */
export function excerptOf(text: string): string {
  if (text.length <= CARRIED_UNITS) return text;
  return `${text.slice(0, CARRIED_UNITS * 0.6)}\n${text.slice(-CARRIED_UNITS * 0.4)}`;
}

/** Documents that came in tags, or else what was pasted. */
function carriedOf(documents: string, pasted: string): string {
  return excerptOf(documents === "" ? pasted : documents);
}

interface Placed {
  readonly edges: TypedEdges;
  readonly opening: string;
  readonly closing: string;
  readonly middle: string;
  /** Text that was pasted beside the instruction, and asks for nothing. */
  readonly pasted: string;
  /** Length of all of it. */
  readonly units: number;
  readonly parts: readonly PlacedPart[];
}

/** @param placeOf the place of what stands around a unit of the text */
function placeParts(text: string, placeOf: (unit: number) => Place): readonly PlacedPart[] {
  return partsOf(text).map((part) => Object.assign(part, { place: placeOf((part.from + part.to) / 2) }));
}

/**
 * Splits a turn into zones. Where one edge was pasted and the other was typed, what was typed is the opening, wherever it stands.
 */
export function placeText(text: string): Placed {
  const edges = readTypedEdges(text);
  const { isOpeningTyped, isClosingTyped } = edges;
  const asked = isOpeningTyped && isClosingTyped ? plainTurn(text) : text;
  const from = openingEnd(asked);
  const to = Math.max(from, closingStart(asked, from));
  const [opening, closing, units] = [asked.slice(0, from), asked.slice(to), asked.length];
  if (!isClosingTyped) {
    const parts = placeParts(asked, (unit) => (unit < from ? "opening" : "beyond"));
    return { edges, opening, closing: "", middle: "", pasted: middleOf(asked, from, units), units, parts };
  }
  if (!isOpeningTyped) {
    const parts = placeParts(asked, (unit) => (unit >= to ? "opening" : "beyond"));
    return { edges, opening: closing, closing: "", middle: "", pasted: middleOf(asked, 0, to), units, parts };
  }
  const parts = placeParts(asked, (unit) => (unit < from ? "opening" : unit >= to ? "closing" : "middle"));
  return { edges, opening, closing, middle: middleOf(asked, from, to), pasted: "", units, parts };
}

/** Length looked at of an answer, where the model offers to do more. @unit UTF-16 units */
const OFFER_UNITS = 400;
/** Longest text behind the question that it ends with. @unit UTF-16 units */
const BEHIND_QUESTION = 80;
const QUESTION_MARKS = ["?", "？", "؟"];
const SENTENCE_ENDS: ReadonlySet<string> = new Set([...QUESTION_MARKS, ".", "!", "。", "！", "\n"]);

/** From the last question to the end; "" where the text does not end with one. */
function lastQuestion(text: string): string {
  const mark = Math.max(...QUESTION_MARKS.map((each) => text.lastIndexOf(each)));
  if (mark < 0 || text.length - mark - 1 > BEHIND_QUESTION) return "";
  let from = mark;
  while (from > 0 && !SENTENCE_ENDS.has(text.charAt(from - 1))) from -= 1;
  return from === mark ? "" : text.slice(from).trim();
}

interface Cutting {
  readonly cutFrame?: CutFrame | undefined;
  /** The last user turn, where it was cleaned already. */
  readonly lead?: CleanTurn | undefined;
}

function beforeTurn(
  messages: readonly Message[],
  at: number,
  { toolCount, cutFrame }: Cutting & { readonly toolCount: number },
): Before {
  const asked = messages.findLastIndex((message, index) => index < at && isUser(message));
  const answer = messages
    .slice(asked + 1, at)
    .findLast(({ role, text }) => role === "assistant" && text !== "");
  const offered = lastQuestion(answer?.text.trimEnd().slice(-OFFER_UNITS) ?? "");
  return { asked: readTaskText(messages.slice(0, asked + 1), toolCount, { cutFrame }), offered };
}

const excerptOfSystem = (system: string): string =>
  system.length <= SYSTEM_UNITS ? system : `${system.slice(0, 600)}\n${system.slice(-300)}`;

export function readTaskText(
  all: readonly Message[],
  toolCount: number,
  { cutFrame, lead }: Cutting = {},
): TaskText {
  const messages = withoutOpening(all);
  const users = messages.filter(isUser);
  const last = users.at(-1) ?? messages.findLast(({ text }) => text.trim() !== "");
  const raw = last?.text ?? "";
  const cleaned = lead ?? cleanTurn(raw, cutFrame);
  const asked = cleaned.text === "" ? cleaned.documents : cleaned.text;
  const stated = messages.find(({ role }) => role === "system" || role === "developer")?.text ?? "";
  // A harness's words to its agent frame every request alike: the person's words lead.
  const isHarness = stated.length > HARNESS_LEAST && (toolCount > 0 || isAgentPrompt(stated));
  const cut = isHarness || stated === "" ? undefined : cutFrame?.(stated, true);
  const system = isHarness ? "" : (cut?.text ?? stated);
  const earlier = users.at(-2)?.text ?? "";
  const placed = placeText(asked);
  const leans = users.length > 1 && isFollowUp(asked);
  return {
    zones: {
      opening: placed.opening,
      closing: placed.closing,
      middle: placed.middle,
      system: excerptOfSystem(system),
      carried: carriedOf(cleaned.text === "" ? "" : cleaned.documents, placed.pasted),
      earlier: cleanTurn(earlier.slice(0, EARLIER_WINDOW), cutFrame).text.slice(0, EARLIER_UNITS),
    },
    parts: placed.parts,
    documents: cleaned.text === "" ? "" : excerptOf(cleaned.documents),
    asked,
    edges: placed.edges,
    // An empty turn means that the instruction was found elsewhere: a turn is never shorter than what is asked in it.
    turnUnits: Math.max(placed.units, raw.length - cleaned.harnessUnits),
    leadUnits: placed.units,
    systemUnits: system.length,
    turnCount: users.length,
    toolCount,
    isToolLoopOpen: isToolLoopOpen(messages),
    isFollowUp: leans,
    hasImage: last?.parts.some(({ modality }) => modality === "image") ?? false,
    before:
      users.length > 1
        ? () => beforeTurn(messages, messages.lastIndexOf(users.at(-1)!), { toolCount, cutFrame })
        : undefined,
    given: {
      turn: cleaned.harnessUnits > 0 ? asked : raw,
      whole: raw,
      house: excerptOfSystem(cut?.form ?? ""),
      isTurnGiven: false,
      answered: messages.findLast(({ role, text }) => role === "assistant" && text.trim() !== "")?.text ?? "",
      sent: earlier,
    },
  };
}
