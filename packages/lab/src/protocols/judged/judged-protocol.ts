// Requests written by hand to judge the product and for nothing else, asked as a program asks it, under every objective.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SignalboxError } from "@signalbox/contracts";
import { ATLAS_DIR } from "../../atlas/atlas.ts";
import { requireSections, summariseMethods } from "../runner/summarise-section.ts";
import type { FigureName } from "../runner/figures.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import { productOf } from "../served/judged-product.ts";
import { CANDIDATE_LISTS } from "./candidate-lists.data.ts";
import { askAll, gapOf, judgeCases, OBJECTIVES } from "./judge-cases.ts";
import type { AskedCase } from "./judge-cases.ts";
import { JUDGED_SETS, loadJudgedSet } from "./expand-set.ts";
import type { JudgedSet } from "./expand-set.ts";

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
