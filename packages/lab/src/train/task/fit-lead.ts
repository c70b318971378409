// The gate that says which reading of a turn leads: in a mixture of readings it makes what two people said of each turn as likely as
// it can.
// @source Jacobs, Jordan, Nowlan, Hinton (1991), "Adaptive mixtures of local experts"

import { OPERATIONS } from "@signalbox/contracts";
import {
  EDGE_FEATURES,
  bytesOfHeads,
  createTaskFeatures,
  hashingOf,
  HEADS,
  INSTRUCTION_FEATURES,
  leadOf,
  loadTurnReader,
  weightsFrom,
  type LeadFeatures,
  ON_ANY_TEXT,
} from "@signalbox/engine/internals";
import { minimise, meanOf, varianceOf, splitmix32, type Random } from "@signalbox/engine/numerics";
import type { AtlasLabel } from "../../atlas/atlas-schema.ts";
import { bagOf, type BaggedTensor } from "../artefact/write-artefact.ts";
import { taskTextOf, exampleOf, exampleOfWording, type Example } from "./task-rows.ts";
import { type Atlas, type AtlasEntry, openMatterByKind } from "../../atlas/atlas.ts";
import type { Drill } from "../../atlas/drills.ts";
import { createComposer, draw, type Asked } from "./compose.ts";
import { factsOf } from "./examples.ts";

// Turns in which another reading may lead than that of all of it: two requests in one, and a small instruction about a text that asks for
// more. Beside them requests as they are and among what people write around them, in other words, and behind a fact that changes them.

interface LeadExample {
  readonly asked: Asked;
  readonly labels: readonly AtlasLabel[];
  /** How much it counts. */
  readonly weight: number;
}

const SEED = 77;
/** One request in so many represents the rest. */
const ENTRY_EVERY = 5;
/** One wording in so many. */
const WORDING_EVERY = 12;
const EXAMPLE_WEIGHTS = { whole: 2, composed: 1.5, pair: 1.8, quoted: 1.1, fact: 1, wording: 1 } as const;
const [PAIRS, QUOTED] = [2_000, 2_000];
/** Longest requests and instructions that are put together. @unit UTF-16 units */
const [REQUEST_MOST, INSTRUCTION_MOST] = [400, 70];
const PAIR_JOINS = [" ", " ", "\n", "\n\n", " Also, ", "\n- ", " And ", " PS: "] as const;
const QUOTES = [
  ['"', '"'],
  ["'", "'"],
  ["\n", "\n"],
  ["\n\n", "\n\n"],
  ["“", "”"],
  [" ", " "],
  ["\n> ", "\n"],
  ["«", "»"],
] as const;
const INSTRUCTION_JOINS = [": ", ":", " - ", " "] as const;
/** Shares of texts in the instruction's language, and of instructions that are before their text. */
const [OWN_LANGUAGE, BEFORE] = [0.8, 0.65];
/** An operation that is given a text is easy up to this class. */
const EASY_MOST = 2;

const turnOf = (content: string): Asked => ({ messages: [{ role: "user", content }], tools: [] });
const wordsOf = ({ messages }: AtlasEntry): string => messages[0]?.content.trim() ?? "";

/** One short turn that asks for something, without a text. */
const isShort = ({ messages, tools, matter, author }: AtlasEntry): boolean =>
  messages.length === 1 &&
  messages[0]?.role === "user" &&
  tools.length === 0 &&
  matter.length === 0 &&
  messages[0].content.length <= REQUEST_MOST &&
  author.op !== "converse";

/** Draws in the language, where there is something, or else anywhere. */
function drawNear<T>(list: readonly T[], isNear: (one: T) => boolean, random: Random): T {
  const near = list.filter(isNear);
  return draw(near.length > 0 && random() < OWN_LANGUAGE ? near : list, random);
}

/** Two requests of different classes in one turn: the harder leads. */
function pairOf(short: readonly AtlasEntry[], random: Random): readonly LeadExample[] {
  const one = draw(short, random);
  const others = short.filter(
    ({ language, author }) =>
      language === one.language && author.tier !== one.author.tier && author.op !== one.author.op,
  );
  if (others.length === 0) return [];
  const other = draw(others, random);
  const hard = one.author.tier > other.author.tier ? one : other;
  const asked = turnOf(`${wordsOf(one)}${draw(PAIR_JOINS, random)}${wordsOf(other)}`);
  return [{ asked, labels: exampleOf(hard).labels, weight: EXAMPLE_WEIGHTS.pair }];
}

/** A small instruction about a text that itself asks for more: the instruction leads. */
function quotedOf(easy: readonly Drill[], texts: readonly AtlasEntry[], random: Random): LeadExample {
  const drill = draw(easy, random);
  const given = drawNear(texts, ({ language }) => language === drill.language, random);
  const [open, close] = draw(QUOTES, random);
  const text = `${open}${wordsOf(given)}${close}`;
  const instruction = drill.text.replace(/\s*\{\{\w+\}\}\s*/, "").trim();
  const content =
    random() < BEFORE ? `${instruction}${draw(INSTRUCTION_JOINS, random)}${text}` : `${text} ${instruction}`;
  return { asked: turnOf(content), labels: [drill.label], weight: EXAMPLE_WEIGHTS.quoted };
}

/** A small instruction about any text. */
const isEasy = ({ carries, label, text }: Drill): boolean =>
  carries === "text" &&
  ON_ANY_TEXT.has(label.op) &&
  label.tier <= EASY_MOST &&
  text.length < INSTRUCTION_MOST;

const weighed =
  (weight: number) =>
  ({ asked, labels }: Pick<Example, "asked" | "labels">): LeadExample => ({ asked, labels, weight });

const repeat = <T>(times: number, make: () => T): readonly T[] => Array.from({ length: times }, make);

/** @returns turns of the part of the atlas that may be trained on */
export function leadExamplesOf(atlas: Atlas): readonly LeadExample[] {
  const random = splitmix32(SEED);
  const open = atlas.entries.filter(({ isHeldOut }) => !isHeldOut);
  const some = open.filter((_, index) => index % ENTRY_EVERY === 0);
  const short = open.filter(isShort);
  const composer = createComposer(atlas.surroundings, []);
  const easy = atlas.drills.filter(isEasy);
  const texts = short.filter(({ author }) => author.tier >= 2 && !ON_ANY_TEXT.has(author.op));
  const matter = openMatterByKind(atlas);
  return [
    ...some.map(exampleOf).map(weighed(EXAMPLE_WEIGHTS.whole)),
    ...some
      .map((entry) => ({
        asked: composer.compose(entry, entry.language, random),
        labels: exampleOf(entry).labels,
      }))
      .map(weighed(EXAMPLE_WEIGHTS.composed)),
    ...factsOf(atlas.surroundings, { ...composer, random }).map(weighed(EXAMPLE_WEIGHTS.fact)),
    ...atlas.wordings
      .filter((_, index) => index % WORDING_EVERY === 0)
      .map((wording) => exampleOfWording(wording, matter))
      .map(weighed(EXAMPLE_WEIGHTS.wording)),
    ...repeat(PAIRS, () => pairOf(short, random)).flat(),
    ...repeat(QUOTED, () => quotedOf(easy, texts, random)),
  ];
}

const WEIGHTS = EDGE_FEATURES + INSTRUCTION_FEATURES;
/** The operation counts so much of the class: that decides the pick. */
const OPERATION_SHARE = 0.5;
/** Nearer to 0 the heads are not to be believed. */
const [OPERATION_LEAST, TIER_LEAST] = [1e-3, 2e-3];
/** The price of a weight's square, over the mean loss of a turn. @unit nats */
const WEIGHT_COST = 1e-3;
/** Odds of the others where the fit begins: all of the turn leads. @unit log odds */
const BEGINNING = -3;
const ITERATIONS = 150;

interface Turn {
  readonly weight: number;
  /** How likely what people said is by each reading, the whole turn's first. @shape 1 + others */
  readonly likely: Float64Array;
  readonly others: readonly LeadFeatures[];
}

function likelihood(labels: readonly AtlasLabel[], shares: ArrayLike<number>): number {
  const logs = labels.map(({ op, tier }) => {
    const operation = Math.max(OPERATION_LEAST, shares[OPERATIONS.indexOf(op)]!);
    const tierShare = Math.max(TIER_LEAST, shares[HEADS.tier + tier - 1]!);
    return OPERATION_SHARE * Math.log(operation) + Math.log(tierShare);
  });
  return Math.exp(meanOf(logs));
}

function readTurns(tensors: readonly BaggedTensor[], examples: readonly LeadExample[]): readonly Turn[] {
  const bag = bagOf(tensors);
  const features = createTaskFeatures(
    bag.text("taskLexicon"),
    hashingOf(bag.uint8("taskHashes")),
    bytesOfHeads,
  );
  const reader = loadTurnReader(bag, features);
  return examples.map(({ asked, labels, weight }) => {
    const others = reader.read(taskTextOf(asked));
    return {
      weight,
      likely: Float64Array.from([reader.whole, ...others.map(({ shares }) => shares)], (shares) =>
        likelihood(labels, shares),
      ),
      others: others.map(({ span, features: own }) => ({ span, features: own.slice() })),
    };
  });
}

/** The deviation of each feature, so that all weights cost alike. @shape WEIGHTS */
function scalesOf(turns: readonly Turn[]): Float64Array {
  const others = turns.flatMap((turn) => turn.others);
  return Float64Array.from({ length: WEIGHTS }, (_, at) => {
    const values = others.flatMap((other) => other.features[at - weightsFrom(other)] ?? []);
    return (values.length > 0 && Math.sqrt(varianceOf(values))) || 1;
  });
}

/** Adds the gradient of a turn's loss. @returns the loss */
function addLoss(turn: Turn, weights: Float64Array, gradient: Float64Array): number {
  const { others, likely, weight } = turn;
  const leads = others.map((other) => leadOf(other, weights));
  const most = Math.max(0, ...leads);
  const counts = [0, ...leads].map((lead) => Math.exp(lead - most));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const explained = counts.reduce((sum, count, at) => sum + count * likely[at]!, 0);
  others.forEach((other, at) => {
    const { features } = other;
    const from = weightsFrom(other);
    const count = counts[at + 1]!;
    const slope = weight * (count / all - (count * likely[at + 1]!) / explained);
    for (let feature = 0; feature < features.length; feature += 1)
      gradient[from + feature]! += slope * features[feature]!;
  });
  return -weight * Math.log(explained / all);
}

/** @param tensors of the reader, but for what is fitted here @returns what `loadLeadingReading` reads */
export function fitLead(
  tensors: readonly BaggedTensor[],
  examples: readonly LeadExample[],
): readonly BaggedTensor[] {
  const turns = readTurns(tensors, examples).filter(({ others }) => others.length > 0);
  const scales = scalesOf(turns);
  const total = turns.reduce((sum, { weight }) => sum + weight, 0);
  // Weights of features of deviation 1, and of the features as they are.
  const scaled = new Float64Array(WEIGHTS);
  for (const from of [0, EDGE_FEATURES]) scaled[from] = BEGINNING;
  const plain = new Float64Array(WEIGHTS);
  const slopes = new Float64Array(WEIGHTS);
  const objective = (x: Float64Array, gradient: Float64Array): number => {
    plain.set(x.map((value, at) => value / scales[at]!));
    slopes.fill(0);
    let loss = 0;
    for (const turn of turns) loss += addLoss(turn, plain, slopes);
    let cost = loss / total;
    x.forEach((value, at) => {
      cost += WEIGHT_COST * value * value;
      gradient[at] = slopes[at]! / scales[at]! / total + 2 * WEIGHT_COST * value;
    });
    return cost;
  };
  minimise(objective, scaled, { iterations: ITERATIONS });
  const data = Float32Array.from(scaled, (value, at) => value / scales[at]!);
  return [{ name: "taskLead", shape: [WEIGHTS], data }];
}
