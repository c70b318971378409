// Other readings of a turn than that of all of it: its beginning or its end alone, since two requests may stand in it, and its
// instruction alone, since the text that it is about may hold instructions of its own. With each stand the features by which a
// gate says whether it leads.
import { OPERATIONS } from "@signalbox/contracts";
import { findGivenPart, instructionAlone } from "../conversation/given-part.ts";
import type { GivenPart } from "../conversation/given-part.ts";
import type { PlacedPart, TaskText } from "../conversation/task-text.ts";
import { PARTS_MOST } from "../conversation/turn-parts.ts";
import { HEADS, largestOf } from "./attention.ts";
import { ON_ANY_TEXT } from "./operation-sets.ts";
import type { TextSpan } from "./task-reading.ts";

const [EDGE_OWN, INSTRUCTION_OWN] = [36, 18];
/** Numbers of features: of a beginning or an end of the turn, then of an instruction. */
export const EDGE_FEATURES = EDGE_OWN + OPERATIONS.length;
export const INSTRUCTION_FEATURES = INSTRUCTION_OWN + OPERATIONS.length;

/** The readers of parts and of texts; each fills `out` with shares of operations, fields and classes. @shape out HEADS.count */
export interface Readers {
  /** How much of the whole turn's operation is read from each part. */
  readonly shareOf: (part: number) => number;
  readonly readParts: (span: TextSpan, out: Float64Array) => void;
  /** Overwrites what is known of the whole turn's parts, so it comes last. */
  readonly readText: (text: TaskText, out: Float64Array) => void;
}

export interface OtherReading {
  /** The parts that were read alone; absent for the instruction. */
  readonly span?: TextSpan | undefined;
  /** @shape EDGE_FEATURES or INSTRUCTION_FEATURES */
  readonly features: Float64Array;
  /** @shape HEADS.count */
  readonly shares: Float64Array;
}

interface Said {
  readonly shares: ArrayLike<number>;
  readonly operation: number;
  /** Chances: of that operation, of one that any text can be given to, and of small talk. */
  readonly chance: number;
  readonly onText: number;
  readonly talk: number;
  /** Mean class, from 1 on. */
  readonly tier: number;
}

const ON_TEXT = OPERATIONS.map((operation) => ON_ANY_TEXT.has(operation));
const [TALK, ANSWER, SOLVE] = [
  OPERATIONS.indexOf("converse"),
  OPERATIONS.indexOf("answer"),
  OPERATIONS.indexOf("solve"),
] as const;
/** Least share of the turn's operation on either side of a cut: below it the other side is all of the turn. */
const SHARE_LEAST = 0.08;
/** Least share of the rest of the turn at which its class says something. */
const REST_SHARE_LEAST = 0.12;
/** Units of a part that are looked through for quotation marks. */
const QUOTES_LOOKED_AT = 300;
/**
 * Lengths of an instruction that is read alone, and of the text that it is about: a longer text is known for one by how it looks.
 * @unit UTF-16 units
 */
const [INSTRUCTION, GIVEN] = [
  { least: 4, most: 160 },
  { least: 12, most: 600 },
];

interface Lengths {
  readonly least: number;
  readonly most: number;
}

const isBetween = (text: string, { least, most }: Lengths): boolean =>
  text.length <= most && text.trim().length >= least;
const flag = (value: boolean): number => (value ? 1 : 0);

function saidBy(shares: ArrayLike<number>): Said {
  const operation = largestOf(shares, HEADS.operation, HEADS.field);
  let [onText, tier] = [0, 0];
  for (let at = 0; at < OPERATIONS.length; at += 1) if (ON_TEXT[at] === true) onText += shares[at]!;
  for (let at = HEADS.tier; at < HEADS.tokens; at += 1) tier += (1 + at - HEADS.tier) * shares[at]!;
  return { shares, operation, chance: shares[operation]!, onText, talk: shares[TALK]!, tier };
}

function agreement(one: Said, other: Said): number {
  let sum = 0;
  for (let at = 0; at < OPERATIONS.length; at += 1) sum += one.shares[at]! * other.shares[at]!;
  return sum;
}

const QUOTATION_MARKS = /["“”„«»「」『』]/gu;
const OPENING_MARKS = "“„«「『";

interface Quoting {
  /** A quotation is open where the part begins, or from within it on. */
  readonly isOpenBefore: boolean;
  readonly isLeftOpen: boolean;
}

function quotingOf(parts: readonly PlacedPart[]): readonly Quoting[] {
  let isOpen = false;
  return parts.map(({ text }) => {
    const isOpenBefore = isOpen;
    for (const [mark] of text.slice(0, QUOTES_LOOKED_AT).matchAll(QUOTATION_MARKS))
      isOpen = mark === '"' ? !isOpen : OPENING_MARKS.includes(mark);
    return { isOpenBefore, isLeftOpen: !isOpenBefore && isOpen };
  });
}

const endsInColon = ({ text }: PlacedPart): boolean => /[:：]\s{0,9}$/u.test(text.slice(-10));

interface Turn {
  readonly parts: readonly PlacedPart[];
  readonly quoting: readonly Quoting[];
  readonly whole: Said;
}

interface Edge {
  readonly span: TextSpan;
  readonly said: Said;
  /** Share of the turn's operation that is read from it, and what the rest of the turn is read as. */
  readonly share: number;
  readonly rest: Said;
}

/** @param own features, behind which the shares of the operations are written. @shape out own.length + OPERATIONS.length */
function writeFeatures(own: readonly number[], { shares }: Said, out: Float64Array): void {
  out.set(own);
  for (let at = 0; at < OPERATIONS.length; at += 1) out[own.length + at] = shares[at]!;
}

/** @shape EDGE_OWN */
function featuresOfEdge(
  { parts, quoting, whole }: Turn,
  { span, said, share, rest }: Edge,
): readonly number[] {
  const isEnd = flag(span.from > 0);
  const first = parts[span.from]!;
  const harder = Math.max(0, said.tier - whole.tier);
  const restOnText = rest.onText * Math.min(1, 2 * (1 - share));
  const beyondRest = said.tier - (1 - share > REST_SHARE_LEAST ? rest.tier : 1);
  const isOpenBefore = flag(quoting[span.from]!.isOpenBefore);
  const colon = flag(endsInColon(parts[isEnd === 1 ? span.from - 1 : span.to - 1]!));
  const agrees = agreement(said, rest);
  return [
    1,
    share,
    whole.shares[said.operation]!,
    said.chance,
    said.onText,
    whole.onText,
    said.talk,
    whole.talk,
    said.tier,
    said.tier - whole.tier,
    harder,
    harder * said.chance,
    harder * share,
    said.onText * share,
    restOnText,
    restOnText * isEnd,
    restOnText * (1 - said.onText),
    beyondRest,
    Math.max(0, beyondRest),
    isOpenBefore,
    flag(quoting[span.from]!.isLeftOpen),
    colon * isEnd,
    colon * (1 - isEnd),
    colon * (1 - isEnd) * said.onText,
    isEnd,
    Math.log(parts.length),
    Math.log(span.to - span.from),
    flag(first.isBlock),
    flag(first.place === "beyond"),
    harder * isOpenBefore,
    harder * restOnText,
    agrees,
    harder * (1 - agrees),
    rest.talk,
    rest.talk * isEnd,
    rest.chance,
  ];
}

/** @shape INSTRUCTION_OWN */
function featuresOfInstruction({ parts, whole }: Turn, part: GivenPart, said: Said): readonly number[] {
  const isOpen = flag(!part.isMarked);
  const beyond = said.tier - whole.tier;
  return [
    1,
    isOpen,
    Math.log(part.instruction.trim().length) / 4,
    Math.log(part.text.length) / 6,
    said.chance,
    said.onText,
    whole.onText,
    whole.shares[said.operation]!,
    said.talk,
    whole.talk,
    said.tier,
    beyond,
    Math.max(0, beyond),
    said.onText * isOpen,
    beyond * said.onText,
    Math.min(0, beyond) * said.onText,
    Math.max(whole.shares[ANSWER]!, whole.shares[SOLVE]!),
    flag(parts.length === 1),
  ];
}

const MOST = 2 * (PARTS_MOST - 1);

/** Readings of one turn after the other. Those that are returned are used up before the next turn is read. */
export function createOtherReadings(
  readers: Readers,
): (text: TaskText, whole: Float64Array) => OtherReading[] {
  const pool = Array.from({ length: MOST }, () => ({
    features: new Float64Array(EDGE_FEATURES),
    shares: new Float64Array(HEADS.count),
  }));
  const alone: OtherReading = {
    features: new Float64Array(INSTRUCTION_FEATURES),
    shares: new Float64Array(HEADS.count),
  };
  const readEdges = (turn: Turn): OtherReading[] => {
    const { length } = turn.parts;
    const edges: OtherReading[] = [];
    let share = 0;
    for (let cut = 1; cut < length; cut += 1) {
      share += readers.shareOf(cut - 1);
      if (Math.min(share, 1 - share) < SHARE_LEAST) continue;
      const spans = [
        { from: 0, to: cut },
        { from: cut, to: length },
      ] as const;
      const places = [pool[edges.length]!, pool[edges.length + 1]!] as const;
      const [opening, close] = spans.map((span, side) => {
        readers.readParts(span, places[side]!.shares);
        return saidBy(places[side]!.shares);
      }) as [Said, Said];
      const sides: readonly Edge[] = [
        { span: spans[0], said: opening, share, rest: close },
        { span: spans[1], said: close, share: 1 - share, rest: opening },
      ];
      sides.forEach((edge, side) => {
        const { features, shares } = places[side]!;
        writeFeatures(featuresOfEdge(turn, edge), edge.said, features);
        edges.push({ span: edge.span, features, shares });
      });
    }
    return edges;
  };
  return (text, all) => {
    if (text.given.isTurnGiven) return [];
    const turn: Turn = { parts: text.parts, quoting: quotingOf(text.parts), whole: saidBy(all) };
    const readings = readEdges(turn);
    const part = findGivenPart(text);
    if (part === undefined || !isBetween(part.instruction, INSTRUCTION) || !isBetween(part.text, GIVEN))
      return readings;
    readers.readText(instructionAlone(text, part.instruction.trim()), alone.shares);
    const said = saidBy(alone.shares);
    writeFeatures(featuresOfInstruction(turn, part, said), said, alone.features);
    readings.push(alone);
    return readings;
  };
}
