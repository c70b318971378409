// The product against what a person would do without it: our pick, as a user gets it, beside the top of public leaderboards,
// prices and single models, on prompts whose outcomes are known.
import { requireSections, summariseMethods } from "../runner/summarise-section.ts";
import type { FigureName } from "../runner/figures.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import type { CalledModel } from "../../data/called-model.ts";
import { createPromptOutlook, SET_NAMES } from "./served-source.ts";
import { BOARDS, readLeaderboards } from "./leaderboards.ts";
import type { Board, BoardReader } from "./leaderboards.ts";
import {
  hasDollars,
  judgePicks,
  ORACLE_WAY,
  pickRows,
  productWay,
  RANDOM_WAY,
  standingWay,
} from "./pick-rows.ts";
import type { PickWay } from "./pick-rows.ts";
import { listPriceOf, standInHindsight } from "./rank-models.ts";
import type { Standing } from "./rank-models.ts";
import { PROMPTS_PER_SOURCE, productOf, sampleSources } from "./judged-product.ts";
import type { SampledSource } from "./judged-product.ts";
import type { ServedSource } from "./served-source.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** Random sets of each size a prompt. */
const DRAWS = 12;
const FIGURE_NAMES: readonly FigureName[] = [...SET_NAMES, "usdAll"];

/** Ours first: the others are compared with it. */
const PRODUCT_WAYS: readonly PickWay[] = [
  productWay("signalbox", "Signalbox, quality", {}),
  ...Array.from({ length: 9 }, (_, at) =>
    productWay(`signalbox-dial-${at + 1}`, `Signalbox, dial ${at + 1}`, { costQualityTradeoff: at + 1 }),
  ),
  productWay("signalbox-cost", "Signalbox, cost", { tradeoff: "cost" }),
  productWay("signalbox-latency", "Signalbox, latency", { tradeoff: "latency" }),
];

const BOARD_TITLES: Readonly<Record<Board, string>> = {
  "intelligence-index": "top of the intelligence index",
  "arena-elo": "top of arena Elo, style control",
};

function standingOf(source: ServedSource, read: (model: CalledModel) => number): Standing {
  return Float64Array.from(source.models, read);
}

function listWays(source: ServedSource, boards: BoardReader | undefined): readonly PickWay[] {
  const onBoards = BOARDS.flatMap((board) =>
    boards === undefined
      ? []
      : [
          standingWay(
            board,
            BOARD_TITLES[board],
            standingOf(source, (model) => boards(board, model)),
          ),
        ],
  );
  return [
    ...PRODUCT_WAYS,
    RANDOM_WAY,
    standingWay(
      "cheapest",
      "cheapest by list price",
      standingOf(source, (model) => -listPriceOf(model)),
    ),
    standingWay("most-expensive", "most expensive by list price", standingOf(source, listPriceOf)),
    ...onBoards,
    standingWay("best-single", "best single model in hindsight", standInHindsight(source)),
    ORACLE_WAY,
  ];
}

function describeSource(source: ServedSource): readonly string[] {
  const standing = standInHindsight(source);
  const best = source.models[standing.indexOf(Math.max(...standing))];
  const known = source.models.filter(({ facts }) => facts !== undefined).length;
  return [
    `best single model in hindsight: ${best?.name ?? "none"}`,
    `${known} of ${source.models.length} models are known to the catalogue`,
  ];
}

interface SourceRun extends SampledSource {
  readonly boards: BoardReader | undefined;
}

function runSource(context: ProtocolContext, run: SourceRun): SectionResult {
  const { source, boards, isLearned, product } = run;
  const seed = context.seeds[0] ?? 0;
  const ways = listWays(source, boards);
  const rows = pickRows({
    source,
    outlookOf: createPromptOutlook(product, source),
    ways,
    draws: DRAWS,
    seed,
  });
  return {
    name: source.name,
    promptCount: source.texts.length,
    modelCount: source.models.length,
    trainCount: 0,
    isLearned,
    facts: describeSource(source),
    methods: summariseMethods({
      runs: ways.map(({ name, title }, i) => ({
        contender: { name, title, isOurs: name === "signalbox" },
        judged: [judgePicks(source, valueAt(rows, i))],
      })),
      promptCount: source.texts.length,
      figureNames: hasDollars(source) ? FIGURE_NAMES : SET_NAMES,
      seed,
      resamples: context.resamples,
    }),
  };
}

export const SERVED: Protocol = {
  name: "served",
  title: "The product: mean score of the pick",
  description: `Shipped artefact, catalogue and default policy, models named as a user would name them. Up to ${PROMPTS_PER_SOURCE} prompts of each source, none that the artefact was trained or tuned on; candidates are all models whose score on the prompt is known, and ${DRAWS} random sets of five of them. A model without a standing comes after those with one. Dollars are those that the sources recorded.`,
  figures: FIGURE_NAMES,
  canLeaveOut: true,
  run: async (context) => {
    const product = productOf(context);
    const boards = await readLeaderboards(context.dataDir, product.catalog);
    const sections: SectionResult[] = [];
    for (const sampled of sampleSources(context, product)) {
      const { name, texts, models } = sampled.source;
      context.onProgress(`${name}: ${texts.length} prompts, ${models.length} models`);
      sections.push(runSource(context, { ...sampled, boards }));
    }
    return requireSections(sections, "a source with prompts to judge and two models");
  },
};
