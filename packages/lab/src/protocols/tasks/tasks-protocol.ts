// The held-out fifth of the task atlas: is the pick under `cost` of a class that the annotators accept for the request?

import { existsSync } from "node:fs";
import { join } from "node:path";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import {
  createOutlook,
  decideAmong,
  type Estimated,
  type Outlook,
  type TaskReading,
} from "@signalbox/engine/internals";
import { ATLAS_DIR, loadAtlas, type AtlasEntry, type AtlasMessage } from "../../atlas/atlas.ts";
import { loadRewordings, REWORDING_KINDS, type Rewording } from "../../atlas/wordings.ts";
import {
  requireSections,
  summariseMethods,
  type SectionResult,
  type Protocol,
  type ProtocolContext,
  weightedMean,
  type FigureName,
  type Judged,
} from "../runner/protocol.ts";
import { type Product, productOf } from "../served/served-source.ts";
import { TASK_CANDIDATES } from "./task-candidates.data.ts";
import { valueAt } from "../../arrays/value-at.ts";
import { createHash } from "node:crypto";
import { readLines } from "../../atlas/drills.ts";

// Held-out requests in templates that nothing was learned from: does each keep its pick, or one with a like bill, its operation, and
// the chance that a small model does it? The templates are those of `atlas/judged/frames.jsonl`.

const FRAMED_FIGURES: readonly FigureName[] = ["likePick", "sameOperation", "chanceMoves"];
const WAYS = [
  { name: "signalbox-cost", title: "Signalbox, cost", ask: { tradeoff: "cost" } },
  { name: "signalbox-quality", title: "Signalbox, quality", ask: {} },
] as const;
/** Requests in each template. */
const REQUESTS = 100;
const UNITS = { least: 15, most: 500 } as const;
/** A bill is alike up to this factor. */
const LIKE_BILL = 1.3;
const SMALL_TIER = 2;

interface Frame {
  readonly id: string;
  readonly writer: string;
  readonly system?: string;
  /** The turn, with the place of the request: as it is, as a string of JSON, or on one line. */
  readonly user: string;
}

const PLACE = /\{q(?::(json|line))?\}/;
/** Choices of the template; the first is taken. */
const CHOICE = /\[\[((?:(?!\]\]).)*?)\]\]/gs;

function fill(template: string, ask: string): string {
  const text = template.replaceAll(CHOICE, (_, choices: string) => choices.split("|")[0]!);
  return text.replace(PLACE, (_, way?: string) =>
    way === "json" ? JSON.stringify(ask).slice(1, -1) : way === "line" ? ask.replaceAll(/\s+/g, " ") : ask,
  );
}

/** Requests that are alone in a turn, in the order of their digests. */
function requestsOf(held: readonly AtlasEntry[]): readonly string[] {
  const bare = held.filter(
    ({ messages, matter, tools, author }) =>
      messages.length === 1 && matter.length === 0 && tools.length === 0 && author.op !== "converse",
  );
  const key = ({ id }: AtlasEntry): string => createHash("sha256").update(id).digest("hex");
  return bare
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    .map(({ messages }) => messages[0]!.content.trim())
    .filter(({ length }) => length >= UNITS.least && length <= UNITS.most)
    .slice(0, REQUESTS);
}

interface Seen {
  readonly picks: readonly { readonly label: string; readonly usd: number }[];
  readonly operation: string;
  readonly small: number;
}

const SMALL = TASK_CANDIDATES.findLast(({ tier }) => tier === SMALL_TIER)?.model;

function seeOf(outlook: Outlook): Seen {
  return {
    picks: WAYS.map(({ ask }) => {
      const { label, bill } = decideAmong(outlook, ask).chosen;
      return { label, usd: bill.usd ?? Number.NaN };
    }),
    operation: outlook.encoding.task.operation,
    small: outlook.estimated.find(({ label }) => label === SMALL)?.success ?? Number.NaN,
  };
}

interface Pair {
  readonly bare: Seen;
  readonly framed: Seen;
}

function isLikePick({ bare, framed }: Pair, way: number): boolean {
  const [one, other] = [bare.picks[way]!, framed.picks[way]!];
  return one.label === other.label || (other.usd <= one.usd * LIKE_BILL && other.usd >= one.usd / LIKE_BILL);
}

function judgeFramedPairs(pairs: readonly Pair[], way: number): Judged {
  const mean = (of: (pair: Pair) => number) => {
    const values = Float64Array.from(pairs, of);
    return (weights: Float64Array): number => weightedMean(values, weights);
  };
  return {
    figures: {
      likePick: mean((pair) => Number(isLikePick(pair, way))),
      sameOperation: mean(({ bare, framed }) => Number(bare.operation === framed.operation)),
      chanceMoves: mean(({ bare, framed }) => Math.abs(bare.small - framed.small)),
    },
  };
}

type Look = (asked: Pick<AtlasEntry, "messages" | "tools">) => Outlook;

/** A section of all templates, and one of each hand that wrote some. */
function judgeFramed(
  context: ProtocolContext,
  { dir, held, look }: { readonly dir: string; readonly held: readonly AtlasEntry[]; readonly look: Look },
): readonly SectionResult[] {
  const file = join(dir, "judged", "frames.jsonl");
  if (!existsSync(file)) return [];
  const frames = readLines(file, (line) => line as Frame);
  const requests = requestsOf(held);
  const see = (messages: readonly AtlasMessage[]): Seen => seeOf(look({ messages, tools: [] }));
  const bare = requests.map((content) => see([{ role: "user", content }]));
  const pairsOf = ({ user, system }: Frame): readonly Pair[] =>
    requests.map((ask, at) => ({
      bare: bare[at]!,
      framed: see([
        ...(system === undefined ? [] : [{ role: "system", content: fill(system, "") }]),
        { role: "user", content: fill(user, ask) },
      ]),
    }));
  const judged = frames.map((frame) => ({ frame, pairs: pairsOf(frame) }));
  const runSection = (name: string, pairs: readonly Pair[]): SectionResult => ({
    name,
    promptCount: pairs.length,
    modelCount: TASK_CANDIDATES.length,
    trainCount: 0,
    isLearned: false,
    facts: [],
    methods: summariseMethods({
      runs: WAYS.map(({ name: way, title }, index) => ({
        contender: { name: way, title, isOurs: index === 0 },
        judged: [judgeFramedPairs(pairs, index)],
      })),
      promptCount: pairs.length,
      figureNames: FRAMED_FIGURES,
      seed: context.seeds[0] ?? 0,
      resamples: context.resamples,
    }),
  });
  const writers = [...new Set(frames.map(({ writer }) => writer))].toSorted();
  return [
    runSection(
      "framed",
      judged.flatMap(({ pairs }) => pairs),
    ),
    ...writers.map((writer) =>
      runSection(
        `framed by ${writer}`,
        judged.filter(({ frame }) => frame.writer === writer).flatMap(({ pairs }) => pairs),
      ),
    ),
  ];
}

// The same request in other words: is it read as the same operation, and does it keep its pick? Beside it, how often a pick leaves
// the pool's favourite: a router that ignores the request keeps every pick.

const FIGURES: readonly FigureName[] = ["samePick", "sameOperation", "leavesFavourite"];

interface Read {
  readonly pick: string;
  readonly operation: string | undefined;
}

type Reader = (text: string) => Read;

function favouriteOf(picks: readonly string[]): string | undefined {
  const counts = [...Map.groupBy(picks, (pick) => pick)].map(([pick, all]) => [pick, all.length] as const);
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function judgePairs(pairs: readonly Rewording[], read: Reader): Judged {
  const both = pairs.map(({ plain, reworded }) => [read(plain), read(reworded)] as const);
  const favourite = favouriteOf(both.flatMap((two) => two.map(({ pick }) => pick)));
  const share = (holds: (pair: (typeof both)[number]) => boolean) => {
    const hits = Float64Array.from(both, (pair) => Number(holds(pair)));
    return (weights: Float64Array): number => weightedMean(hits, weights);
  };
  return {
    figures: {
      samePick: share(([one, other]) => one.pick === other.pick),
      sameOperation: share(([one, other]) => one.operation === other.operation),
      leavesFavourite: share(([, { pick }]) => pick !== favourite),
    },
  };
}

function readerOf(outlookOf: (text: string) => Outlook, ask: (typeof WAYS)[number]["ask"]): Reader {
  const known = new Map<string, Read>();
  return (text) => {
    const there = known.get(text);
    if (there !== undefined) return there;
    const outlook = outlookOf(text);
    const operation = outlook.encoding.task.operation;
    const read: Read = { pick: decideAmong(outlook, ask).chosen.label, operation };
    known.set(text, read);
    return read;
  };
}

/** A section of all pairs, and one of each kind. */
function judgeRewordings(
  context: ProtocolContext,
  rewordings: readonly Rewording[],
  outlookOf: (text: string) => Outlook,
): readonly SectionResult[] {
  const readers = WAYS.map(({ ask }) => readerOf(outlookOf, ask));
  const runSection = (name: string, pairs: readonly Rewording[]): SectionResult => ({
    name,
    promptCount: pairs.length,
    modelCount: TASK_CANDIDATES.length,
    trainCount: 0,
    isLearned: false,
    facts: [],
    methods: summariseMethods({
      runs: WAYS.map(({ name: way, title }, index) => ({
        contender: { name: way, title, isOurs: index === 0 },
        judged: [judgePairs(pairs, valueAt(readers, index))],
      })),
      promptCount: pairs.length,
      figureNames: FIGURES,
      seed: context.seeds[0] ?? 0,
      resamples: context.resamples,
    }),
  });
  if (rewordings.length === 0) return [];
  return [
    runSection("rewordings", rewordings),
    ...REWORDING_KINDS.map((kind) =>
      runSection(
        `rewordings, ${kind}`,
        rewordings.filter((pair) => pair.kind === kind),
      ),
    ),
  ];
}

const PICK_FIGURES: readonly FigureName[] = [
  "withinTier",
  "tooWeak",
  "tooStrong",
  "usdOverCheapest",
  "paysTwice",
];
/** One class above what the more careful annotator asks is still no waste. */
const MARGIN = 1;
const CHEAPEST_TIER = Math.min(...TASK_CANDIDATES.map(({ tier }) => tier));
const TIER_OF: ReadonlyMap<string, number> = new Map(TASK_CANDIDATES.map(({ model, tier }) => [model, tier]));

interface Judgement {
  readonly entry: AtlasEntry;
  readonly outlook: Outlook;
}

interface TwiceLabelled {
  readonly author: { readonly tier: number };
  readonly secondReader: { readonly tier: number } | undefined;
}

/** Classes that are accepted; where none of the candidates is as weak as asked for, the weakest are. */
export function acceptedTiers({ author, secondReader }: TwiceLabelled): {
  readonly low: number;
  readonly high: number;
} {
  const tiers = [author.tier, secondReader?.tier ?? author.tier];
  const low = Math.min(...tiers);
  return { low, high: Math.max(CHEAPEST_TIER, Math.max(...tiers) + MARGIN) };
}

type Asked = Pick<AtlasEntry, "messages" | "tools">;

function createLook({ model, catalog }: Product): (asked: Asked) => Outlook {
  const outlookOf = createOutlook({ model, catalogueVersion: catalog.version, defaults: {} });
  const llm_providers = TASK_CANDIDATES.map((candidate) => ({ model: candidate.model }));
  return ({ messages, tools: names }) => {
    const tools = names.map((name) => ({ type: "function", function: { name } }));
    const plain = messages.map(({ role, content }) => ({ role, content }));
    const listed = tools.length === 0 ? {} : { tools };
    const body = { messages: plain, llm_providers, allow_shut_down: true, ...listed };
    return outlookOf(plainInput(readSelectRequest(body, catalog)));
  };
}

type ModelPick = (judgement: Judgement) => Estimated | undefined;

const tierOf = ({ label }: Estimated): number => TIER_OF.get(label) ?? Number.NaN;

function cheapestOf({ estimated }: Outlook, accepts: (tier: number) => boolean): Estimated | undefined {
  const accepted = estimated.filter((each) => accepts(tierOf(each)));
  return accepted.toSorted((a, b) => a.orderUsd - b.orderUsd)[0];
}

const PICKS: readonly { readonly name: string; readonly title: string; readonly pick: ModelPick }[] = [
  {
    name: "signalbox-cost",
    title: "Signalbox, cost",
    pick: ({ outlook }) => decideAmong(outlook, { tradeoff: "cost" }).chosen,
  },
  {
    name: "signalbox-dial-5",
    title: "Signalbox, dial 5",
    pick: ({ outlook }) => decideAmong(outlook, { costQualityTradeoff: 5 }).chosen,
  },
  {
    name: "signalbox-quality",
    title: "Signalbox, quality",
    pick: ({ outlook }) => decideAmong(outlook, {}).chosen,
  },
  ...[2, 3, 4, 5].map((tier) => ({
    name: `always-${tier}`,
    title: `always class ${tier}, its cheapest`,
    pick: ({ outlook }: Judgement) => cheapestOf(outlook, (own) => own === tier),
  })),
];

const ratioOf =
  (above: Float64Array, below: Float64Array) =>
  (weights: Float64Array): number =>
    weightedMean(above, weights) / weightedMean(below, weights);

/** Classes hide prices, so the dollars are beside them: those of the picks over those of the cheapest accepted models. */
function judgePick(judged: readonly Judgement[], pick: ModelPick): Judged {
  const gaps = new Float64Array(judged.length);
  const usd = new Float64Array(judged.length);
  const least = new Float64Array(judged.length);
  judged.forEach((judgement, i) => {
    const { low, high } = acceptedTiers(judgement.entry);
    const picked = pick(judgement);
    const tier = picked === undefined ? Number.NaN : tierOf(picked);
    gaps[i] = tier < low ? -1 : tier > high ? 1 : 0;
    usd[i] = picked?.orderUsd ?? Number.NaN;
    least[i] = cheapestOf(judgement.outlook, (own) => own >= low && own <= high)?.orderUsd ?? Number.NaN;
  });
  const shareOf = (isHit: (at: number) => boolean) => {
    const hits = gaps.map((_, at) => Number(isHit(at)));
    return (weights: Float64Array): number => weightedMean(hits, weights);
  };
  return {
    figures: {
      withinTier: shareOf((at) => gaps[at] === 0),
      tooWeak: shareOf((at) => gaps[at] === -1),
      tooStrong: shareOf((at) => gaps[at] === 1),
      usdOverCheapest: ratioOf(usd, least),
      paysTwice: shareOf((at) => (usd[at] ?? 0) > 2 * (least[at] ?? 0)),
    },
  };
}

const READING_FIGURES: readonly FigureName[] = ["operationRight", "fieldRight", "tierRight"];

/** Requests whose operation, field and likeliest tier one of the annotators labelled. */
export function judgeReading(
  read: readonly {
    readonly entry: Pick<AtlasEntry, "author" | "secondReader">;
    readonly task: TaskReading;
  }[],
): Judged {
  const share = (isRight: (label: AtlasEntry["author"], task: TaskReading) => boolean) => {
    const hits = Float64Array.from(read, ({ entry: { author, secondReader }, task }) =>
      Number(isRight(author, task) || (secondReader !== undefined && isRight(secondReader, task))),
    );
    return (weights: Float64Array): number => weightedMean(hits, weights);
  };
  return {
    figures: {
      operationRight: share(({ op }, task) => op === task.operation),
      fieldRight: share(({ field }, task) => field === task.field),
      tierRight: share(({ tier }, { tiers }) => tier === tiers.indexOf(Math.max(...tiers)) + 1),
    },
  };
}

function runSection(context: ProtocolContext, name: string, judged: readonly Judgement[]): SectionResult {
  const reading = judgeReading(
    judged.map(({ entry, outlook: { encoding } }) => ({ entry, task: encoding.task })),
  );
  const runs = PICKS.map(({ name: way, title, pick }, i) => {
    const { figures } = judgePick(judged, pick);
    const isOurs = i === 0;
    return {
      contender: { name: way, title, isOurs },
      judged: [{ figures: isOurs ? { ...figures, ...reading.figures } : figures }],
    };
  });
  return {
    name,
    promptCount: judged.length,
    modelCount: TASK_CANDIDATES.length,
    trainCount: 0,
    isLearned: false,
    facts: [],
    methods: summariseMethods({
      runs,
      promptCount: judged.length,
      figureNames: [...PICK_FIGURES, ...READING_FIGURES],
      seed: context.seeds[0] ?? 0,
      resamples: context.resamples,
    }),
  };
}

/** An atlas in the data folder stands in for the repository's own. */
function atlasDirOf(dataDir: string): string {
  return existsSync(join(dataDir, "requests")) ? dataDir : ATLAS_DIR;
}

export const TASKS: Protocol = {
  name: "tasks",
  title: "The product: everyday tasks",
  description: `The fifth of the task atlas that nothing was trained on, under \`tradeoff: cost\`, with ${TASK_CANDIDATES.length} models of 2026. A pick is within the accepted classes when its class lies between the lower of the two labels and one above the higher. The labels are elicited, not measured: two readers named the weakest class that does the task well.`,
  figures: PICK_FIGURES,
  needsOutcomes: false,
  run: async (context) => {
    const dir = atlasDirOf(context.dataDir);
    const look = createLook(productOf(context));
    const held = loadAtlas(dir).entries.filter(({ isHeldOut }) => isHeldOut);
    const judged = held.map((entry) => ({ entry, outlook: look(entry) }));
    const askPlainly = (content: string): Outlook =>
      look({ messages: [{ role: "user", content }], tools: [] });
    const sections =
      judged.length === 0
        ? []
        : [
            runSection(context, "all", judged),
            ...[1, 2, 3, 4, 5].flatMap((tier) => {
              const own = judged.filter(({ entry }) => entry.author.tier === tier);
              return own.length === 0 ? [] : [runSection(context, `class ${tier}`, own)];
            }),
            ...judgeRewordings(context, loadRewordings(dir), askPlainly),
            ...judgeFramed(context, { dir, held, look }),
          ];
    return requireSections(sections, "a held-out request of the task atlas");
  },
};
