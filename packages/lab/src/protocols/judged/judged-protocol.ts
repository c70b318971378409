// Requests written by hand to judge the product and for nothing else, asked as a program asks it, under every objective.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { SignalboxError, type SelectRequestWire, type Operation, type TaskField } from "@signalbox/contracts";
import { ATLAS_DIR } from "../../atlas/atlas.ts";
import {
  requireSections,
  summariseMethods,
  type SectionResult,
  type Protocol,
  type ProtocolContext,
  type FigureName,
  weightedMean,
  type Judged,
} from "../runner/protocol.ts";
import { productOf, type Product } from "../served/served-source.ts";
import { CANDIDATE_LISTS, type ListName } from "./candidate-lists.data.ts";
import { createEngine, createRouter, plainInput, readSelectRequest } from "@signalbox/engine";
import type { TaskReading } from "@signalbox/engine/internals";
import {
  messagesOf,
  toolsOf,
  readJudgedLines,
  type WireMessage,
  type WireTool,
  type JudgedLine,
} from "./judged-line.ts";
import { FIRST_LOOKS, HARNESSES } from "./harness/harnesses.data.ts";
import { renderPlain, renderTask } from "./harness/render-task.ts";
import { valueAt } from "../../arrays/value-at.ts";

// The sets, and how a line of each becomes cases: one request, what is expected of it, and the groups that it is reported in.

interface AskedRequest {
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

interface JudgedSet {
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

// The product's pick under every objective, and what it read, beside what is expected of both.

const OBJECTIVES = ["cost", "quality", "latency"] as const;
type ObjectiveName = (typeof OBJECTIVES)[number];

/** Two readings are alike where the operation is one and the difficulty differs by less than this. */
const DIFFICULTY_MARGIN = 0.1;
const TIER_MAX = 5;

interface Asked {
  readonly picks: Readonly<Record<ObjectiveName, string>>;
  readonly task: TaskReading | undefined;
  readonly difficulty: number;
  /** Expected success of every candidate. */
  readonly successes: readonly number[];
}

interface AskedCase {
  readonly judged: JudgedCase;
  readonly asked: Asked;
  readonly twin: Asked | undefined;
}

type Ask = (request: AskedRequest, list: ListName) => Asked;

/** Picks come from the router as a program gets them, every number behind them from the same engine. */
function createAsk({ model, catalog }: Product): Ask {
  const router = createRouter({ model, catalog });
  const engine = createEngine({ model, catalogueVersion: catalog.version, defaults: {} });
  return ({ messages, tools }, list) => {
    const body: SelectRequestWire = {
      messages: [...messages],
      allow_shut_down: true,
      llm_providers: CANDIDATE_LISTS[list].map(({ provider }) => provider),
      ...(tools.length === 0 ? {} : { tools: [...tools] }),
    };
    const { record } = engine.decide(plainInput(readSelectRequest(body, catalog)));
    const { task, difficulty } = record.conversation;
    return {
      picks: {
        cost: router.select({ ...body, tradeoff: "cost" }).llm_label,
        quality: router.select(body).llm_label,
        latency: router.select({ ...body, tradeoff: "latency" }).llm_label,
      },
      task: task ?? undefined,
      difficulty,
      successes: record.ranking.map(({ success }) => success),
    };
  };
}

function askAll(product: Product, cases: readonly JudgedCase[]): readonly AskedCase[] {
  const ask = createAsk(product);
  return cases.map((judged) => ({
    judged,
    asked: ask(judged.request, judged.list),
    twin: judged.twin === undefined ? undefined : ask(judged.twin, judged.list),
  }));
}

function tierOf(label: string, list: ListName): number {
  return CANDIDATE_LISTS[list].find(({ name }) => name === label)?.tier ?? Number.NaN;
}

/** The classes accepted. Where nothing below class 2 would do, quality may go one class higher than cost for the same work. */
function acceptedTiers([low, high]: readonly [number, number], objective: ObjectiveName) {
  const isFree = objective !== "cost" && low > 1;
  return { low, high: isFree ? Math.min(TIER_MAX, high + 1) : high };
}

/** @returns -1 too weak, 0 accepted, 1 wasteful; NaN where no pick is expected */
export function gapOf(
  { judged, asked }: Pick<AskedCase, "judged" | "asked">,
  objective: ObjectiveName,
): number {
  const { picks, tiers, list } = judged;
  const pick = asked.picks[objective];
  const tier = tierOf(pick, list);
  if (picks !== undefined) {
    const accepted = objective === "latency" ? [...picks.cost, ...picks.quality] : picks[objective];
    if (accepted.includes(pick)) return 0;
    return tier < Math.min(...accepted.map((label) => tierOf(label, list))) ? -1 : 1;
  }
  if (tiers === undefined) return Number.NaN;
  const { low, high } = acceptedTiers(tiers, objective);
  return tier < low ? -1 : tier > high ? 1 : 0;
}

const within = (value: number, [low, high]: readonly [number, number]): boolean =>
  value >= low && value <= high;

const likeliestTier = ({ tiers }: TaskReading): number => tiers.indexOf(Math.max(...tiers)) + 1;

/** A class above the accepted ones of small work is read too high, also where a pick of it would be no waste. */
function isTierRight({ judged: { tiers }, asked: { task } }: AskedCase): boolean {
  return tiers !== undefined && task !== undefined && within(likeliestTier(task), tiers);
}

const isFieldRight = ({ judged: { fields }, asked: { task } }: AskedCase): boolean =>
  task !== undefined && fields?.includes(task.field) === true;

type Measure = (one: AskedCase, objective: ObjectiveName) => number;

const MEASURES: Partial<Record<FigureName, Measure>> = {
  withinTier: (one, objective) => Number(gapOf(one, objective) === 0),
  tooWeak: (one, objective) => Number(gapOf(one, objective) === -1),
  tooStrong: (one, objective) => Number(gapOf(one, objective) === 1),
  operationRight: ({ judged: { operations }, asked: { task } }) =>
    Number(task !== undefined && operations?.includes(task.operation) === true),
  fieldRight: (one) => Number(isFieldRight(one)),
  tierRight: (one) => Number(isTierRight(one)),
  fieldAndTier: (one) => Number(isFieldRight(one) && isTierRight(one)),
  samePick: ({ asked, twin }, objective) => Number(asked.picks[objective] === twin?.picks[objective]),
  readAlike: ({ asked, twin }) =>
    Number(
      asked.task?.operation === twin?.task?.operation &&
        Math.abs(asked.difficulty - (twin?.difficulty ?? Number.NaN)) < DIFFICULTY_MARGIN,
    ),
  chanceRight: ({ judged: { chance }, asked: { successes } }) =>
    Number(chance !== undefined && successes.every((success) => within(success, chance))),
  chanceMean: ({ asked: { successes } }) => successes.reduce((sum, each) => sum + each, 0) / successes.length,
};

function judgeCases(
  cases: readonly AskedCase[],
  objective: ObjectiveName,
  names: readonly FigureName[],
): Judged {
  const figures = names.map((name) => {
    const values = Float64Array.from(cases, (one) => MEASURES[name]?.(one, objective) ?? Number.NaN);
    return [name, (weights: Float64Array): number => weightedMean(values, weights)] as const;
  });
  return { figures: Object.fromEntries(figures) };
}

/** The same under every objective: they are shown once. */
const OF_THE_READING: ReadonlySet<FigureName> = new Set([
  "operationRight",
  "fieldRight",
  "tierRight",
  "fieldAndTier",
  "readAlike",
  "chanceRight",
  "chanceMean",
]);

function chooseSets(wanted: readonly string[] | undefined): readonly JudgedSet[] {
  const names = JUDGED_SETS.map(({ name }) => name);
  const unknown = (wanted ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new SignalboxError(
      "bad_request",
      `There is no set ${unknown.join(", ")}; choose from ${names.join(", ")}.`,
    );
  return JUDGED_SETS.filter(({ name }) => wanted?.includes(name) ?? true);
}

function runSection(
  { seeds, resamples }: ProtocolContext,
  { name, figures }: Pick<JudgedSet, "name" | "figures">,
  cases: readonly AskedCase[],
): SectionResult {
  const runs = OBJECTIVES.map((objective, index) => {
    const names = figures.filter((figure) => index === 0 || !OF_THE_READING.has(figure));
    return {
      contender: { name: `signalbox-${objective}`, title: `Signalbox, ${objective}`, isOurs: index === 0 },
      judged: [judgeCases(cases, objective, names)],
    };
  });
  const lists = new Set(cases.map(({ judged }) => judged.list));
  return {
    name,
    promptCount: cases.length,
    modelCount: Math.max(...[...lists].map((list) => CANDIDATE_LISTS[list].length)),
    trainCount: 0,
    isLearned: false,
    facts: [],
    methods: summariseMethods({
      runs,
      promptCount: cases.length,
      figureNames: figures,
      seed: seeds[0] ?? 0,
      resamples,
    }),
  };
}

/** Picks that nobody accepts, by the ids of their lines: what one looks at first. */
function listRefused(cases: readonly AskedCase[]): readonly string[] {
  return OBJECTIVES.flatMap((objective) => {
    const refused = cases.filter((one) => Math.abs(gapOf(one, objective)) === 1);
    const named = new Set(refused.map(({ judged, asked }) => `${judged.id} ${asked.picks[objective]}`));
    return named.size === 0 ? [] : [`not accepted under ${objective}: ${[...named].join(", ")}`];
  });
}

/** The whole set, then each of its groups. */
function judgeSet(context: ProtocolContext, dir: string, set: JudgedSet): readonly SectionResult[] {
  const cases = askAll(productOf(context), loadJudgedSet(dir, set));
  const groups = new Set(cases.flatMap(({ judged }) => judged.groups));
  return [
    { ...runSection(context, set, cases), facts: listRefused(cases) },
    ...[...groups].toSorted().map((group) =>
      runSection(
        context,
        { ...set, name: `${set.name}: ${group}` },
        cases.filter(({ judged }) => judged.groups.includes(group)),
      ),
    ),
  ];
}

/** Sets in the data folder stand in for the repository's own. */
function judgedDirOf(dataDir: string): string {
  const given = join(dataDir, "judged");
  return existsSync(given) ? given : join(ATLAS_DIR, "judged");
}

export const JUDGED: Protocol = {
  name: "judged",
  title: "The product: judged by hand-made sets",
  description:
    "Requests written by hand for this purpose alone, with what a practitioner accepts: picks or classes that are good enough and not needlessly expensive, the operation and field, and the chance of success where it must be near 0 or 1. Asked through the router that programs use, with the shipped artefact and catalogue, under every objective. The sets of `atlas/judged` never train or tune anything.",
  figures: ["withinTier", "tooWeak", "tooStrong"],
  needsOutcomes: false,
  run: (context) => {
    const dir = judgedDirOf(context.dataDir);
    const sections = chooseSets(context.sets).flatMap((set) =>
      existsSync(join(dir, `${set.file ?? set.name}.jsonl`)) ? judgeSet(context, dir, set) : [],
    );
    return Promise.resolve(requireSections(sections, "a hand-made set"));
  },
};
