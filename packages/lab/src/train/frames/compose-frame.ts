// A request in a template that the grammar generates: an evaluation, a batch, retrieval, a form, a row, a chat. Each stretch of it
// with its role.
import type { FrameRole } from "@signalbox/engine/internals";
import type { Random } from "@signalbox/engine/numerics";
import type { FrameGrammar, FrameWords } from "../../atlas/frame-grammar.ts";
import { draw } from "../task/compose.ts";

/** A stretch of a turn, and its role. */
export interface Stretch {
  readonly role: FrameRole;
  readonly text: string;
}
type Stretches = readonly Stretch[];

/** Texts that are in templates beside the request. */
export interface Spare {
  readonly sentences: readonly string[];
  readonly requests: readonly string[];
}

/** Share of templates in the language of the request, and of those in English whatever that is. */
const [OWN_SHARE, ENGLISH_SHARE] = [0.35, 0.4] as const;
const NESTED_SHARE = 0.06;
/** Share of templates that have marks around the request and nothing else. */
const MINIMAL_SHARE = 0.1;
const RULES = ["---", "***", "###", "===", "-----", "", "", "", "", ""] as const;
const HEADS = [
  "@: ",
  "@: ",
  "@:\n",
  "@:\n",
  "### @\n",
  "### @:\n",
  "## @\n\n",
  "**@:** ",
  "**@**\n",
  "@\n",
  "[@]\n",
  "[@]: ",
  "@ >>> ",
  "@ = ",
  "# @\n\n",
  "@ - ",
  "@：",
  "@ >>>\n",
  "@ »\n",
  "@ » ",
  "@ -> ",
  "@\n---\n",
  "== @ ==\n",
  "@:: ",
] as const;
const MARKS = [
  ["---\n", "\n---"],
  ['"""\n', '\n"""'],
  ["```\n", "\n```"],
  [">>> ", "\n<<<"],
  ["[INST] ", " [/INST]"],
  ["<<", ">>"],
  ["“", "”"],
  ['"', '"'],
  ["===\n", "\n==="],
  ["<|user|>\n", "\n<|assistant|>"],
] as const;
const SPEAKERS = [
  "Sam",
  "Customer",
  "visitor_7",
  "Kim",
  "user",
  "anna.k",
  "Kunde",
  "guest 12",
  "Client",
] as const;
const AGENTS = ["Desk", "Agent", "Support", "bot", "mod", "Helpdesk", "Assistant"] as const;
const HELLOS = ["hi", "hello there", "good morning", "hey, quick one", "hallo", "bonjour", "hola"] as const;
const WELCOMES = [
  "hello, how can I help?",
  "hi, what is it about?",
  "morning!",
  "welcome to the chat",
] as const;
const EMPTY = ["none", "(empty)", "n/a", "no results", "-", ""] as const;
const BULLETS = ["- ", "* ", "• ", "# "] as const;

/** How the request is in a place of the template. */
type Place = (ask: string) => string;
const asIs: Place = (ask) => ask;
const inLine: Place = (ask) => ask.replaceAll(/\s+/g, " ");
const inJson: Place = (ask) => JSON.stringify(ask).slice(1, -1);

interface Drawing {
  readonly random: Random;
  readonly chance: (share: number) => boolean;
  readonly one: (kind: FrameWords) => string;
  readonly number: (below: number) => number;
}

const given = (text: string): Stretch => ({ role: "given", text });
const pointer = (text: string): Stretch => ({ role: "pointer", text });
const form = (text: string): Stretch => ({ role: "form", text });

function createDrawing(grammar: FrameGrammar, language: string, random: Random): Drawing {
  const number = (below: number): number => Math.floor(random() * below);
  return {
    random,
    number,
    chance: (share) => random() < share,
    one: (kind) => grammar.draw(kind, language, random),
  };
}

function cased(text: string, { chance }: Drawing): string {
  return chance(0.12) ? text.toUpperCase() : chance(0.08) ? text.toLowerCase() : text;
}
const headed = (name: string, drawing: Drawing): string =>
  draw(HEADS, drawing.random).replace("@", () => cased(name, drawing));

function contextOf(spare: Spare, drawing: Drawing): Stretches {
  const { random, chance, one, number } = drawing;
  const item = (at: number): string =>
    draw([`[${at + 1}] `, `(${"abcd"[at]}) `, "- ", "", `Doc ${at + 1}: `, `${at + 1}. `], random);
  const lines = Array.from({ length: 1 + number(3) }, (_, at) => {
    const sentences = Array.from({ length: 1 + number(2) }, () => draw(spare.sentences, random));
    return `${item(at)}${sentences.join(" ")}`;
  });
  const body = chance(0.2) ? draw(EMPTY, random) : lines.join("\n");
  const tag = one("meta_tag");
  if (chance(0.25))
    return [given(`<${tag}>${draw(["", "\n"], random)}${body}${draw(["", "\n"], random)}</${tag}>`)];
  return [given(`${headed(one("context"), drawing)}${body}`)];
}

/** Solved examples; the request itself is then an example without its answer. */
function examplesOf(spare: Spare, drawing: Drawing): { readonly shots: Stretches; readonly core: Core } {
  const { random, chance, one, number } = drawing;
  const [ask, reply] = [cased(one("name"), drawing), cased(one("reply"), drawing)];
  const sign = draw([": ", ": ", ": ", ":\n", " = ", " >> ", " -> "], random);
  const between = draw(["\n\n", "\n\n", "\n###\n", "\n---\n", "\n"], random);
  const [open, close] = chance(0.15)
    ? [`<${one("tag")}>`, `</${one("tag")}>`]
    : ([`${ask}${sign}`, ""] as const);
  const answer = (): string => {
    const sentence = draw(spare.sentences, random);
    return chance(0.5)
      ? sentence
          .split(" ")
          .slice(0, 1 + number(4))
          .join(" ")
      : sentence;
  };
  const shot = (): string =>
    `${open}${inLine(draw(spare.requests, random))}${close}\n${reply}${sign}${answer()}`;
  const head = chance(0.4) ? `${cased(one("sample"), drawing)}${draw([":", " 1", "s:", ""], random)}\n` : "";
  const shots = Array.from({ length: 1 + number(4) }, shot).join(between);
  const lead = between.trim() === "" ? "" : `${between.trim()}\n`;
  return {
    shots: [given(`${head}${shots}`)],
    core: (place) => [pointer(`${lead}${open}`), place(asIs), pointer(`${close}\n${reply}${sign.trimEnd()}`)],
  };
}

function fieldsOf({ random, one, number, chance }: Drawing): Stretches {
  const sign = draw([": ", ": ", " = ", " - "], random);
  const mark = chance(0.2) ? draw(BULLETS, random) : "";
  const lines = Array.from({ length: 1 + number(5) }, () => `${mark}${one("field")}${sign}${one("value")}`);
  return [given(lines.join(draw(["\n", "\n", "\n", " | ", "; "], random)))];
}

function chatOf({ random, chance, number }: Drawing): Stretches {
  const who = draw(SPEAKERS, random);
  const time = (at: number): string =>
    draw([`[09:1${at}] `, `(10:0${at}) `, "", `12/03 14:2${at} `, `2026-03-0${at + 1} `], random);
  const lines = Array.from({ length: 1 + number(2) }, (_, at) =>
    [
      `${time(2 * at)}${who}: ${draw(HELLOS, random)}`,
      `${time(2 * at + 1)}${draw(AGENTS, random)}: ${draw(WELCOMES, random)}`,
    ].join("\n"),
  );
  return [given(lines.join("\n")), ...(chance(0.7) ? [pointer(`\n${time(5)}${who}:`)] : [])];
}

/** Marks right around the request. @param place puts it there */
type Core = (place: (how: Place) => Stretch) => Stretches;

function jsonCore(drawing: Drawing): Core {
  const { random, chance, one, number } = drawing;
  const pair = (): string =>
    `"${one("other_key")}": ${chance(0.25) ? String(number(900)) : `"${one("value").replaceAll('"', "")}"`}`;
  const gap = chance(0.35) ? ",\n  " : ", ";
  const before = Array.from({ length: number(3) }, pair).map((own) => own + gap);
  const after = Array.from({ length: number(4) }, pair).map((own) => gap + own);
  const isTurns = chance(0.15);
  const key = isTurns ? "content" : one("key");
  const wrap: readonly [string, string] = isTurns
    ? draw(
        [
          [`{"messages": [{"role": "user", `, "}]}"],
          ['[{"role": "user", ', "}]"],
        ] as const,
        random,
      )
    : chance(0.2)
      ? [`{"${one("key")}s": [{`, "}]}"]
      : chance(0.1)
        ? ["[{", "}]"]
        : gap === ", "
          ? ["{", "}"]
          : ["{\n  ", "\n}"];
  const fence = chance(0.2) ? (["```json\n", "\n```"] as const) : (["", ""] as const);
  return (place) => [
    pointer(`${fence[0]}${wrap[0]}`),
    given(isTurns ? "" : before.join("")),
    pointer(`"${key}": "`),
    place(inJson),
    pointer('"'),
    given(isTurns ? "" : after.join("")),
    pointer(`${wrap[1]}${fence[1]}`),
  ];
}

function tagCore(drawing: Drawing): Core {
  const { random, chance, one, number } = drawing;
  const tag = one("tag");
  const line = draw(["", "\n"], random);
  const attribute = chance(0.15) ? ` id="${number(90)}"` : "";
  const outer = chance(0.12) ? draw(["item", "record", "row", "sample", "turn"], random) : "";
  const close = chance(0.15) ? `\n<${one("reply_tag")}>` : "";
  return (place) => [
    pointer(`${outer === "" ? "" : `<${outer}>\n`}<${tag}${attribute}>${line}`),
    place(asIs),
    pointer(`${line}</${tag}>${outer === "" ? "" : `\n</${outer}>`}${close}`),
  ];
}

function rowCore({ random, chance, one, number }: Drawing): Core {
  const columns = Array.from({ length: 2 + number(3) }, () => one(chance(0.5) ? "key" : "other_key"));
  if (chance(0.25))
    return (place) => [
      pointer(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}\n`),
      given(`| ${number(90)} |`),
      pointer(" "),
      place(inLine),
      pointer(` | ${draw(["", "?", "..."], random)} |`),
    ];
  const sign = draw([" | ", " | ", ";", ",", "\t"], random);
  const head = chance(0.75) ? `${columns.join(sign.trim() === "" ? "\t" : sign)}\n` : "";
  const first = draw([String(number(900)), one("value").replaceAll(/[^\p{L}\p{N}-]/gu, "")], random);
  if (sign === ",")
    return (place) => [pointer(head), given(`${first},`), pointer('"'), place(inLine), pointer('",')];
  return (place) => [
    pointer(head),
    given(`${first}${sign}`),
    place(inLine),
    pointer(`${sign}${draw(["", "?", ""], random)}`),
  ];
}

function labelCore(drawing: Drawing): Core {
  const { random, chance, one } = drawing;
  const open = headed(one("name"), drawing);
  const close = chance(0.65) ? `${draw(["\n\n", "\n"], random)}${headed(one("reply"), drawing).trim()}` : "";
  return (place) => [pointer(open), place(asIs), pointer(close)];
}

function markCore({ random }: Drawing): Core {
  const [open, close] = draw(MARKS, random);
  return (place) => [pointer(open), place(asIs), pointer(close)];
}

function drawCore(drawing: Drawing): Core {
  const way = drawing.random();
  if (way < 0.14) return jsonCore(drawing);
  if (way < 0.28) return tagCore(drawing);
  if (way < 0.36) return rowCore(drawing);
  if (way < 0.68) return labelCore(drawing);
  if (way < 0.76) return markCore(drawing);
  return (place) => [place(asIs)];
}

/** Two sentences as one: "Think step by step, then give only the letter." */
const JOINTS = [", then ", ", and ", " and ", "; ", ", ", " — ", " (", ": "] as const;

function joinSentences(one: Stretch, other: Stretch, random: Random): Stretch {
  const joint = draw(JOINTS, random);
  const tail = `${other.text.slice(0, 1).toLowerCase()}${other.text.slice(1)}`;
  const text = `${one.text.replace(/[.:。：]\s*$/u, "")}${joint}${tail}`;
  return { role: other.role, text: joint === " (" ? `${text.replace(/[.:]$/, "")}).` : text };
}

/** Stretches in a row, with a gap between them that belongs to neither. */
function join(list: readonly Stretches[], gap: () => string): Stretches {
  const out: Stretch[] = [];
  for (const part of list) {
    if (part.every(({ text }) => text.trim() === "")) continue;
    if (out.length > 0) out.push(pointer(gap()));
    out.push(...part);
  }
  return out;
}

const hasLine = (list: readonly Stretches[]): boolean =>
  list.some((part) => part.some(({ text }) => text.includes("\n")));

/** Stretches behind the mark of a list. */
const marked = (part: Stretches, mark: string): Stretches =>
  part.map(({ role, text }, at) => ({ role, text: at === 0 ? `${mark}${text}` : text }));

/** Rules as sentences, in a list, under a heading or in a tag. */
function wrapRules(list: readonly Stretches[], drawing: Drawing): Stretches {
  const { random, chance, one, number } = drawing;
  const tight = draw([" ", " ", "\n"], random);
  const gap = (): string => (hasLine(list) ? draw(["\n", "\n\n"], random) : tight);
  const isList = list.length > 1 && !hasLine(list) && chance(0.25);
  const isNumbered = chance(0.4);
  const bullet = draw(BULLETS, random);
  const text: Stretches = isList
    ? join(
        list.map((part, at) => marked(part, isNumbered ? `${at + 1}. ` : bullet)),
        () => "\n",
      )
    : join(list, gap);
  if (text.length === 0) return text;
  if (chance(0.08)) {
    const tag = one("meta_tag");
    return [form(`<${tag}>`), ...text, form(`</${tag}>`)];
  }
  const head = draw(
    ["Instructions", "Rules", "Format", "Note", "Guidelines", "Requirements", "Output"],
    random,
  );
  if (!chance(isList ? 0.4 : 0.06)) return text;
  return number(2) === 0 ? [form(headed(head, drawing)), ...text] : [form(`${head}:\n`), ...text];
}

/** A template as rules: what is around the request is drawn piece by piece. */
function drawFrame(spare: Spare, drawing: Drawing): (place: (how: Place) => Stretch) => Stretches {
  const { random, chance, one, number } = drawing;
  const before: Stretches[] = [];
  const after: Stretches[] = [];
  let core = drawCore(drawing);
  let isBare = false;
  if (chance(MINIMAL_SHARE)) return (place) => core(place);
  const beside = random();
  if (beside < 0.13) before.push(contextOf(spare, drawing));
  else if (beside < 0.24) {
    const few = examplesOf(spare, drawing);
    before.push(few.shots);
    if (chance(0.8)) ({ core } = few);
  } else if (beside < 0.32) (chance(0.75) ? before : after).push(fieldsOf(drawing));
  else if (beside < 0.36) before.push(chatOf(drawing));
  isBare = core((how) => given(how("x"))).length === 1;
  const rules: Stretches[] = [];
  const ending: Stretches[] = [];
  for (let left = chance(0.3) ? 1 + number(2) : 0; left > 0; left -= 1) rules.push([pointer(one("persona"))]);
  if (chance(0.5) || (isBare && chance(0.5))) (chance(0.85) ? rules : ending).push([pointer(one("pointer"))]);
  for (let left = number(5) - 1; left > 0; left -= 1)
    (chance(0.5) ? rules : ending).push([form(one("form"))]);
  if (chance(0.2)) ending.push([pointer(one("pointer"))]);
  for (const list of [rules, ending])
    if (list.length > 1 && chance(0.3)) {
      const [first, second] = list.splice(0, 2);
      list.unshift([joinSentences(first![0]!, second![0]!, random)]);
    }
  if (chance(0.1)) ending.push([pointer(one("persona"))]);
  if (isBare && rules.length + ending.length + before.length === 0) rules.push([pointer(one("pointer"))]);
  if (chance(0.08)) rules.reverse();
  const gap = draw(["\n\n", "\n\n", "\n", " "], random);
  const rule = draw(RULES, random);
  const wide = rule === "" ? draw(["\n\n", "\n"], random) : `\n${rule}\n`;
  const opened = join([wrapRules(rules, drawing), ...before], () => draw(["\n\n", "\n"], random));
  const closed = join([...after, wrapRules(ending, drawing)], () => draw(["\n\n", "\n"], random));
  const isInLine = /[:：]$/u.test(opened.at(-1)?.text ?? "") && chance(0.5);
  const gapOf = isInLine ? " " : isBare && before.length + after.length === 0 ? gap : wide;
  return (place) => {
    const led = join([opened, core(place)], () => gapOf);
    return join([led, closed], () => (isInLine ? wide : gapOf));
  };
}

export interface FrameRequest {
  readonly ask: string;
  /** Code of the request's language. */
  readonly language: string;
  /** Role of the request itself: `given` where it is a text that another part asks about. */
  readonly role?: FrameRole;
}

/** Writes requests into templates. */
export interface FrameComposer {
  /** A user's turn. */
  readonly turn: (request: FrameRequest, random: Random) => Stretches;
  /** A system prompt that says who answers and how, and asks for nothing. */
  readonly system: (language: string, random: Random) => Stretches;
}

export function createFrameComposer(grammar: FrameGrammar, spare: Spare): FrameComposer {
  const languageOf = (own: string, random: Random): string => {
    const way = random();
    if (way < OWN_SHARE && grammar.languages.includes(own)) return own;
    return way < OWN_SHARE + ENGLISH_SHARE ? "en" : draw(grammar.languages, random);
  };
  const turn: FrameComposer["turn"] = ({ ask, language, role = "ask" }, random) => {
    const drawing = createDrawing(grammar, languageOf(language, random), random);
    const frame = drawFrame(spare, drawing)((how) => ({ role, text: how(ask) }));
    if (!drawing.chance(NESTED_SHARE)) return frame;
    const inner = frame.map(({ text }) => text).join("");
    const at = inner.indexOf(ask);
    if (at < 0) return frame;
    return drawFrame(
      spare,
      drawing,
    )(() => ({ role, text: inner })).flatMap((stretch) =>
      stretch.text === inner && stretch.role === role ? frame : [stretch],
    );
  };
  return {
    turn,
    system: (language, random) => {
      const drawing = createDrawing(grammar, languageOf(language, random), random);
      const { chance, one, number } = drawing;
      const persona: Stretches[] = chance(0.7) ? [[pointer(one("persona"))]] : [];
      const forms = Array.from({ length: 1 + number(4) }, (): Stretches => {
        const own = form(one("form"));
        return [chance(0.25) ? joinSentences(own, form(one("form")), random) : own];
      });
      if (chance(0.2)) forms.unshift([pointer(one("pointer"))]);
      return wrapRules([...persona, ...forms], drawing);
    },
  };
}
