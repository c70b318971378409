// Fits the weights by which the engine tells languages in Latin letters apart: logistic regression on hashed groups of letters,
// learned from the training part of the atlas. Code, logs and tables are a class of their own. Deterministic.

import { GRAM_BUCKETS, readConversation, readLetters, readMessages } from "@signalbox/engine/internals";
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { type Atlas, type AtlasEntry, openMatterByKind } from "../../atlas/atlas.ts";

// Weights as text: a digit of base 64 each, 32 for none.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** @param weights @range -32..31 */
export function packWeights(weights: Int8Array): string {
  return Array.from(weights, (weight) => DIGITS[weight + DIGITS.length / 2] ?? "").join("");
}

interface GramWeights {
  readonly languages: readonly string[];
  /** The logarithm that a weight of one represents. @unit logarithm of odds */
  readonly step: number;
  /** @shape GRAM_BUCKETS x languages.length @range -WEIGHT_MAX..WEIGHT_MAX */
  readonly weights: Int8Array;
}

/** Hindi is often typed in Latin letters. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr", "vi", "sw", "hi", "und"];
const COUNT = LANGUAGES.length;
const WEIGHT_MAX = 31;
/** Weights beyond this quantile are cut. */
const WEIGHT_QUANTILE = 0.999;

const SEED = 7;
const EPOCHS = 6;
const RATE = 0.05;
const RIDGE = 1e-4;
/** No example is taken for certain: half of what a text says may be in another language. */
const DOUBT = 0.02;

interface LanguageExample {
  readonly text: string;
  readonly language: string;
}

interface Row {
  readonly grams: Uint16Array;
  readonly language: number;
}

type Wire = Parameters<typeof readMessages>[0];

/** The request as its language is read. */
export function exampleOfEntry({ messages, tools, language }: AtlasEntry): LanguageExample {
  const wire: Wire = messages.map(({ role, content }) =>
    role === "tool" ? { role, content, tool_call_id: "call" } : { role, content },
  );
  return {
    language,
    text: readConversation(
      readMessages(wire),
      tools.map((name) => ({ name })),
    ).prompt.text,
  };
}

/** About as long as what is read of a text. */
const PIECE = /[^]{60,120}?(?=\s|$)|[^]+/gu;

/** Comments and quoted texts are in a language. */
const isBareCode = (line: string): boolean => !/["'#*`\u0080-\uffff]|\/\/|--/.test(line);

function piecesOf({ text, language }: LanguageExample): readonly LanguageExample[] {
  const pieces = text.match(PIECE) ?? [];
  return pieces.map((piece) => ({ text: piece, language }));
}

/** Requests from this number on hold pasted code and logs in their own text, which are in no language. */
const FIRST_WITH_PASTED_TEXT = 20_001;

const isTyped = ({ id }: AtlasEntry): boolean => Number(id.split("-").at(-1)) < FIRST_WITH_PASTED_TEXT;

function examplesOf(atlas: Atlas): readonly LanguageExample[] {
  const requests = atlas.entries.filter((entry) => !entry.isHeldOut && isTyped(entry)).map(exampleOfEntry);
  const wordings = atlas.wordings
    .map(({ text, language, style }) => ({
      language: style === "english" ? "en" : language,
      text: text.replace(/\{\{\w+\}\}/, ""),
    }))
    .flatMap(piecesOf);
  const matter = openMatterByKind(atlas);
  const code = matter.get("code") ?? [];
  const codeLines = code.flatMap((text) => text.split("\n").filter(isBareCode));
  const noLanguage = [...code, ...codeLines, ...(matter.get("log") ?? []), ...(matter.get("table") ?? [])];
  return [...requests, ...wordings, ...noLanguage.map((text) => ({ text, language: "und" }))];
}

function rowOf({ text, language }: LanguageExample): Row | undefined {
  const { byScript, grams, gramCount } = readLetters(text);
  const latin = byScript[0] ?? 0;
  const others = byScript.reduce((sum, count) => sum + count, -latin);
  const at = LANGUAGES.indexOf(language);
  if (at < 0 || gramCount < 2 || others > latin) return undefined;
  return { language: at, grams: grams.slice(0, gramCount) };
}

/** Writes into `chances` how likely each language is. @shape chances COUNT */
function predict(weights: Float64Array, grams: Uint16Array, chances: Float64Array): void {
  chances.fill(0);
  for (const gram of grams)
    for (let language = 0; language < COUNT; language += 1)
      chances[language]! += weights[gram * COUNT + language]!;
  const most = Math.max(...chances);
  let sum = 0;
  for (let language = 0; language < COUNT; language += 1)
    sum += chances[language] = Math.exp(chances[language]! - most);
  for (let language = 0; language < COUNT; language += 1) chances[language]! /= sum;
}

/**
 * Each weight with its own rate, by the slopes that it has seen (Duchi et al. 2011, AdaGrad); the mean of the later epochs,
 * so that the order of the examples matters little.
 */
function fitWeights(rows: readonly Row[]): Float64Array {
  const weights = new Float64Array(GRAM_BUCKETS * COUNT);
  const sums = new Float64Array(weights.length);
  const seen = new Float64Array(weights.length).fill(1e-3);
  const slopes = new Float64Array(COUNT);
  const random = splitmix32(SEED);
  const order = Int32Array.from(rows.keys());
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const at of shuffle(order, random)) {
      const { grams, language: own } = rows[at]!;
      predict(weights, grams, slopes);
      for (let language = 0; language < COUNT; language += 1) {
        const target = (language === own ? 1 - DOUBT : 0) + DOUBT / COUNT;
        slopes[language]! -= target;
      }
      for (const gram of grams)
        for (let language = 0; language < COUNT; language += 1) {
          const weight = gram * COUNT + language;
          const slope = slopes[language]! + RIDGE * weights[weight]!;
          seen[weight]! += slope * slope;
          weights[weight]! -= (RATE * slope) / Math.sqrt(seen[weight]!);
        }
    }
    if (epoch >= EPOCHS / 2) for (let at = 0; at < sums.length; at += 1) sums[at]! += weights[at]!;
  }
  return sums.map((sum) => sum / Math.ceil(EPOCHS / 2));
}

/** The same for all languages says nothing: every row sums to zero. */
function centreRows(weights: Float64Array): void {
  for (let row = 0; row < weights.length; row += COUNT) {
    const own = weights.subarray(row, row + COUNT);
    const mean = own.reduce((sum, weight) => sum + weight, 0) / COUNT;
    for (let language = 0; language < COUNT; language += 1) own[language]! -= mean;
  }
}

export function fitLanguages(atlas: Atlas): GramWeights {
  const rows = examplesOf(atlas).flatMap((example) => rowOf(example) ?? []);
  const weights = fitWeights(rows);
  centreRows(weights);
  const sizes = Float64Array.from(weights, Math.abs).toSorted();
  const most = sizes[Math.floor(sizes.length * WEIGHT_QUANTILE)]!;
  const step = Number((most / WEIGHT_MAX).toPrecision(3));
  const rounded = Int8Array.from(weights, (weight) =>
    Math.max(-WEIGHT_MAX, Math.min(WEIGHT_MAX, Math.round(weight / step))),
  );
  return { languages: LANGUAGES, step, weights: rounded };
}
