// The held-out fifth of the task atlas: is the pick under `cost` of a class that the annotators accept for the request?
import { existsSync } from "node:fs";
import { join } from "node:path";
import { plainInput, readSelectRequest } from "@signalbox/engine";
import { createOutlook, decideAmong } from "@signalbox/engine/internals";
import type { Estimated, Outlook, TaskReading } from "@signalbox/engine/internals";
import { ATLAS_DIR, loadAtlas } from "../../atlas/atlas.ts";
import type { AtlasEntry } from "../../atlas/atlas.ts";
import { loadRewordings } from "../../atlas/wordings.ts";
import { requireSections, summariseMethods } from "../runner/summarise-section.ts";
import { weightedMean, type FigureName, type Judged } from "../runner/figures.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import type { Product } from "../served/served-source.ts";
import { productOf } from "../served/judged-product.ts";
import { judgeFramed } from "./judge-framed.ts";
import { judgeRewordings } from "./judge-rewordings.ts";
import { TASK_CANDIDATES } from "./task-candidates.data.ts";

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
