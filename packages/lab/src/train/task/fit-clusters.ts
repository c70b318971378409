// k-means over what the reader makes of the atlas: the map of what it has learned to read.
// @source Lloyd (1982), seeded by Arthur and Vassilvitskii (2007)

import type { Random } from "@signalbox/engine/numerics";
import { addAt, floatAt, wholeAt } from "../../arrays/value-at.ts";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import { changeRequest, draw, JOINS, type Asked } from "./compose.ts";

// Requests among sentences of texts that other requests carry: prose of all fields that nobody asks about. What is asked stays the
// same, so the labels do.

/** @unit UTF-16 units */
const SENTENCE = { least: 25, most: 220 } as const;
const SENTENCES_MOST = 5;
const ENDS = /(?<=[.!?؟।])\s+|(?<=[。！？])|\n+/u;
/** Shares of the requests that are behind sentences, and before them; one in five is between. */
const [BEHIND_SHARE, BEFORE_SHARE] = [0.75, 0.45] as const;
const NOT_PROSE: ReadonlySet<string> = new Set(["code_matter", "log_matter", "table_matter"]);

/** @returns sentences by language */
function sentencesOf(
  entries: readonly AtlasEntry[],
  texts: Atlas["texts"],
): ReadonlyMap<string, readonly string[]> {
  const byLanguage = new Map<string, Set<string>>();
  for (const { language, matter, features } of entries) {
    if (features.some((feature) => NOT_PROSE.has(feature))) continue;
    const own = byLanguage.get(language) ?? new Set();
    byLanguage.set(language, own);
    for (const sentence of matter.flatMap((name) => (texts.get(name) ?? "").split(ENDS))) {
      const { length } = sentence.trim();
      if (length >= SENTENCE.least && length <= SENTENCE.most) own.add(sentence.trim());
    }
  }
  return new Map([...byLanguage].map(([language, sentences]) => [language, [...sentences]]));
}

/** @param entries whose carried texts may be learned from */
export function createScatter(
  entries: readonly AtlasEntry[],
  texts: Atlas["texts"],
): (asked: Asked, language: string, random: Random) => Asked {
  const byLanguage = sentencesOf(entries, texts);
  return (asked, language, random) => {
    const sentences = byLanguage.get(language) ?? [];
    if (sentences.length === 0) return asked;
    const several = (): string =>
      Array.from({ length: 1 + Math.floor(random() * SENTENCES_MOST) }, () => draw(sentences, random)).join(
        " ",
      );
    const turn = (text: string): string => {
      const [join, place] = [draw(JOINS, random), random()];
      const opened = place < BEHIND_SHARE ? `${several()}${join}${text}` : text;
      return place > 1 - BEFORE_SHARE ? `${opened}${join}${several()}` : opened;
    };
    return changeRequest(asked, { turn, stated: [] });
  };
}

interface Clusters {
  readonly count: number;
  readonly width: number;
  /** @shape count x width */
  readonly centres: Float32Array;
  /** Median and 99th percentile of the distances of held-out prompts to their nearest centre. */
  readonly radius: Float32Array;
}

/** Features by row. @shape rows x stride */
export interface FeatureRows {
  readonly data: Float32Array;
  readonly stride: number;
}

const ROWS_MAX = 6_000;
const ITERATIONS = 12;

interface Points extends FeatureRows {
  /** Columns that count. */
  readonly width: number;
}

/** Squared distance of a row to a centre; stops early once it passes `limit`. */
function distance(points: Points, row: number, centre: Float32Array, limit: number): number {
  let sum = 0;
  const from = row * points.stride;
  for (let column = 0; column < points.width && sum < limit; column += 1)
    sum += (floatAt(points.data, from + column) - floatAt(centre, column)) ** 2;
  return sum;
}

function splitCentres(centres: Float32Array, width: number): Float32Array[] {
  return Array.from({ length: centres.length / width }, (_, cluster) =>
    centres.subarray(cluster * width, (cluster + 1) * width),
  );
}

function nearest(points: Points, row: number, centres: readonly Float32Array[]): [number, number] {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  centres.forEach((centre, cluster) => {
    const found = distance(points, row, centre, least);
    if (found >= least) return;
    least = found;
    best = cluster;
  });
  return [best, least];
}

/** The first centres: each next one is drawn with chance proportional to its squared distance. */
function seedCentres(points: Points, rows: Int32Array, count: number, random: Random): Float32Array {
  const centres = new Float32Array(count * points.width);
  const least = new Float64Array(rows.length).fill(Number.POSITIVE_INFINITY);
  let chosen = rows[Math.floor(random() * rows.length)] ?? 0;
  for (const centre of splitCentres(centres, points.width)) {
    const from = chosen * points.stride;
    centre.set(points.data.subarray(from, from + points.width));
    let total = 0;
    rows.forEach((row, index) => {
      const known = least[index] ?? 0;
      const found = Math.min(known, distance(points, row, centre, known));
      least[index] = found;
      total += found;
    });
    let draw = random() * total;
    for (let index = 0; index < rows.length && draw >= 0; index += 1) {
      draw -= floatAt(least, index);
      chosen = wholeAt(rows, index);
    }
  }
  return centres;
}

function moveCentres(points: Points, rows: Int32Array, centres: Float32Array, count: number): void {
  const parts = splitCentres(centres, points.width);
  const sums = new Float64Array(centres.length);
  const sizes = new Float64Array(count);
  for (const row of rows) {
    const [cluster] = nearest(points, row, parts);
    addAt(sizes, cluster, 1);
    for (let column = 0; column < points.width; column += 1)
      addAt(sums, cluster * points.width + column, floatAt(points.data, row * points.stride + column));
  }
  for (let at = 0; at < centres.length; at += 1) {
    const size = floatAt(sizes, Math.floor(at / points.width));
    if (size > 0) centres[at] = floatAt(sums, at) / size;
  }
}

/** Thins rows evenly to at most ROWS_MAX. */
function thin(rows: Int32Array): Int32Array {
  const step = Math.max(1, Math.ceil(rows.length / ROWS_MAX));
  return rows.filter((_, index) => index % step === 0);
}

/** @param rows.train places the centres. @param rows.dev sets the radius, so that fitted rows do not flatter it. */
export function fitClusters(
  all: FeatureRows,
  width: number,
  rows: { readonly train: Int32Array; readonly dev: Int32Array },
  settings: { readonly count: number; readonly random: Random },
): Clusters {
  const points = { ...all, width };
  const chosen = thin(rows.train);
  const count = Math.min(settings.count, chosen.length);
  const centres = seedCentres(points, chosen, count, settings.random);
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) moveCentres(points, chosen, centres, count);
  const judged = rows.dev.length > 0 ? rows.dev : chosen;
  const distances = Float64Array.from(thin(judged), (row) =>
    Math.sqrt(nearest(points, row, splitCentres(centres, width))[1]),
  ).toSorted();
  const at = (share: number): number => distances[Math.floor(share * (distances.length - 1))] ?? 0;
  const near = at(0.5);
  return { count, width, centres, radius: Float32Array.of(near, Math.max(at(0.99), near + 1e-6)) };
}
