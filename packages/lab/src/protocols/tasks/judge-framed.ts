// Held-out requests in templates that nothing was learned from: does each keep its pick, or one with a like bill, its operation, and
// the chance that a small model does it? The templates are those of `atlas/judged/frames.jsonl`.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { decideAmong } from "@signalbox/engine/internals";
import type { Outlook } from "@signalbox/engine/internals";
import type { AtlasEntry, AtlasMessage } from "../../atlas/atlas.ts";
import { readLines } from "../../atlas/read-lines.ts";
import { weightedMean, type FigureName, type Judged } from "../runner/figures.ts";
import type { ProtocolContext } from "../runner/protocol.ts";
import { summariseMethods } from "../runner/summarise-section.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import { TASK_CANDIDATES } from "./task-candidates.data.ts";

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

function judgePairs(pairs: readonly Pair[], way: number): Judged {
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
export function judgeFramed(
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
        judged: [judgePairs(pairs, index)],
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
