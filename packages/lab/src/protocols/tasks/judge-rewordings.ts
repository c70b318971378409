// The same request in other words: is it read as the same operation, and does it keep its pick? Beside it, how often a pick leaves
// the pool's favourite: a router that ignores the request keeps every pick.
import { decideAmong } from "@signalbox/engine/internals";
import type { Outlook } from "@signalbox/engine/internals";
import { REWORDING_KINDS } from "../../atlas/wordings.ts";
import type { Rewording } from "../../atlas/wordings.ts";
import { weightedMean, type FigureName, type Judged } from "../runner/figures.ts";
import type { ProtocolContext } from "../runner/protocol.ts";
import { summariseMethods } from "../runner/summarise-section.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import { TASK_CANDIDATES } from "./task-candidates.data.ts";
import { valueAt } from "../../arrays/value-at.ts";

const FIGURES: readonly FigureName[] = ["samePick", "sameOperation", "leavesFavourite"];
const WAYS = [
  { name: "signalbox-cost", title: "Signalbox, cost", ask: { tradeoff: "cost" } },
  { name: "signalbox-quality", title: "Signalbox, quality", ask: {} },
] as const;

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
export function judgeRewordings(
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
