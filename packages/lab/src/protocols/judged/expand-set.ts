// The sets, and how a line of each becomes cases: one request, what is expected of it, and the groups that it is reported in.
import { join } from "node:path";
import { SignalboxError } from "@signalbox/contracts";
import type { Operation, TaskField } from "@signalbox/contracts";
import type { FigureName } from "../runner/figures.ts";
import { messagesOf, toolsOf, readJudgedLines } from "./judged-line.ts";
import type { WireMessage, WireTool, JudgedLine } from "./judged-line.ts";
import type { ListName } from "./candidate-lists.data.ts";
import { FIRST_LOOKS, HARNESSES } from "./harness/harnesses.data.ts";
import { renderPlain, renderTask } from "./harness/render-task.ts";
import { valueAt } from "../../arrays/value-at.ts";

export interface AskedRequest {
  readonly messages: readonly WireMessage[];
  readonly tools: readonly WireTool[];
}

export interface JudgedCase {
  /** Id of its line. */
  readonly id: string;
  /** Parts of the set that are reported beside the whole. */
  readonly groups: readonly string[];
  readonly request: AskedRequest;
  /** The same without what stands around it, or in its first words. */
  readonly twin?: AskedRequest;
  readonly list: ListName;
  readonly picks?: { readonly cost: readonly string[]; readonly quality: readonly string[] };
  readonly tiers?: readonly [low: number, high: number];
  readonly operations?: readonly Operation[];
  readonly fields?: readonly TaskField[];
  readonly chance?: readonly [low: number, high: number];
}

export interface JudgedSet {
  readonly name: string;
  readonly figures: readonly FigureName[];
  /** Whose lines it reads. @default its name */
  readonly file?: string;
  /** @param index position of the line in its file */
  readonly expand: (line: JudgedLine, at: { readonly dir: string; readonly index: number }) => JudgedCase[];
}

const PICK: readonly FigureName[] = ["withinTier", "tooWeak", "tooStrong"];
const READING: readonly FigureName[] = ["operationRight", "fieldRight", "tierRight"];
const TWIN: readonly FigureName[] = ["samePick", "readAlike"];

function need<T>(value: T | undefined, name: string, { id }: JudgedLine): T {
  if (value === undefined) throw new SignalboxError("invalid_data", `The line ${id} lacks "${name}".`);
  return value;
}

const said = (text: string): AskedRequest => ({ messages: [{ role: "user", content: text }], tools: [] });

function conversationOf(line: JudgedLine): AskedRequest {
  const steps = line.steps ?? [`U: ${need(line.text, "text", line)}`];
  const tools = toolsOf((line.tools ?? []).map((name) => [name, ""] as const));
  return { messages: withPictures(messagesOf(steps.map((step) => fillLong(step, line))), line), tools };
}

function fillLong(step: string, { long }: JudgedLine): string {
  if (long === undefined) return step;
  const [text, times] = long;
  return step.replace("{{long}}", () => text.repeat(times));
}

/** The smallest picture there is: what it shows is read by nobody here. */
const PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

function withPictures(messages: WireMessage[], { pictures = 0 }: JudgedLine): WireMessage[] {
  const last = messages.at(-1);
  if (pictures === 0 || typeof last?.content !== "string") return messages;
  const images = Array.from({ length: pictures }, () => ({ type: "image_url", image_url: { url: PICTURE } }));
  return [...messages.slice(0, -1), { ...last, content: [...images, { type: "text", text: last.content }] }];
}

/** The labels that every set expects in the same members. */
function labelsOf(line: JudgedLine): Omit<JudgedCase, "request"> {
  const { id, kind, lang, list = "list-a", tiers, operations, fields, chance, cost, quality } = line;
  return {
    id,
    groups: [...(kind === undefined ? [] : [kind]), `language ${lang === "en" ? "en" : "other than en"}`],
    list,
    ...(tiers === undefined ? {} : { tiers }),
    ...(operations === undefined ? {} : { operations }),
    ...(fields === undefined ? {} : { fields }),
    ...(chance === undefined ? {} : { chance }),
    ...(cost === undefined || quality === undefined ? {} : { picks: { cost, quality } }),
  };
}

/** One alone, and once more after a first look around; a later turn as it is. */
function expandAgent(line: JudgedLine, { dir, index }: { readonly dir: string; readonly index: number }) {
  const kind = need(line.kind, "kind", line);
  const steps = line.steps ?? [`U: ${need(line.text, "text", line)}`];
  const look = valueAt(FIRST_LOOKS, index % FIRST_LOOKS.length);
  const turns: readonly (readonly [kind: string, steps: readonly string[]])[] =
    line.steps === undefined
      ? [
          [kind, steps],
          [`in a loop, ${kind}`, [...steps, ...look]],
        ]
      : [[kind, steps]];
  return turns.flatMap(([part, all]) =>
    HARNESSES.map((harness) =>
      Object.assign(labelsOf(line), {
        groups: [part, harness.name],
        request: renderTask(join(dir, "harness"), harness, all),
        twin: renderPlain(all),
      }),
    ),
  );
}

/** Every wording of a request beside its plain form. */
function expandWordings(line: JudgedLine): JudgedCase[] {
  const plain = said(need(line.plain, "plain", line));
  return Object.entries(need(line.wordings, "wordings", line)).map(([kind, text]) =>
    Object.assign(labelsOf(line), { groups: [kind], request: said(text), twin: plain }),
  );
}

/** A request beside its plain form. */
const besidePlain = (line: JudgedLine) => ({
  ...labelsOf(line),
  request: conversationOf(line),
  twin: said(need(line.plain, "plain", line)),
});

export const JUDGED_SETS: readonly JudgedSet[] = [
  {
    name: "everyday",
    figures: PICK,
    expand: (line) => [
      {
        ...labelsOf(line),
        groups: [`list ${need(line.list, "list", line)}`, ...labelsOf(line).groups],
        request: conversationOf(line),
      },
    ],
  },
  {
    name: "assorted",
    figures: PICK,
    expand: (line) => [{ ...labelsOf(line), request: conversationOf(line) }],
  },
  {
    name: "plain",
    file: "rewordings",
    figures: [...PICK, ...READING],
    expand: (line) => [{ ...labelsOf(line), request: said(need(line.plain, "plain", line)) }],
  },
  {
    name: "wrapped",
    figures: [...PICK, ...READING, ...TWIN],
    expand: (line) => {
      const one = besidePlain(line);
      return [{ ...one, groups: [...one.groups, `voice ${line.voice ?? "?"}`] }];
    },
  },
  ...["talk", "given"].map((name): JudgedSet => ({
    name,
    figures: [...PICK, ...READING, ...TWIN],
    expand: (line) => [besidePlain(line)],
  })),
  {
    name: "asks",
    figures: [...PICK, "operationRight", "tierRight"],
    expand: (line) => [{ ...labelsOf(line), request: conversationOf(line) }],
  },
  {
    name: "facts",
    figures: [...PICK, ...READING, "fieldAndTier"],
    expand: (line) => [
      {
        ...labelsOf(line),
        request: said(`${need(line.fact, "fact", line)} ${need(line.ask, "ask", line)}`),
      },
    ],
  },
  {
    name: "go-aheads",
    figures: [...PICK, "operationRight", "tierRight"],
    expand: (line) => {
      const { groups, ...labels } = labelsOf(line);
      const place = line.tools === undefined ? "without tools" : "with tools";
      return [{ ...labels, groups: [...groups, place], request: conversationOf(line) }];
    },
  },
  { name: "agents", figures: [...PICK, "operationRight", "tierRight", ...TWIN], expand: expandAgent },
  { name: "rewordings", figures: [...PICK, ...READING, ...TWIN], expand: expandWordings },
  ...["open-ends", "ends"].map((name): JudgedSet => ({
    name,
    figures: ["chanceRight", "chanceMean"],
    expand: (line) => [{ ...labelsOf(line), request: conversationOf(line) }],
  })),
];

/** Cases of a set whose file is in the folder, in order. */
export function loadJudgedSet(dir: string, { name, file = name, expand }: JudgedSet): readonly JudgedCase[] {
  return readJudgedLines(dir, file).flatMap((line, index) => expand(line, { dir, index }));
}
