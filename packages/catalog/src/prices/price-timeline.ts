// A catalogue over time: the one of this moment as long as no price changes, another when a change has passed. Deciding costs
// two comparisons; what is built stays, so that going back and forth in time (replays, imports) builds nothing twice.
import type { ModelInfo } from "@pydantic/genai-prices";

import { WINDOW_MS_MAX } from "./list-price.ts";
import type { PriceClaims } from "./price-book.ts";
import { changesOverTime, nextPrices } from "./price-rules.ts";

/** Stretches of time whose catalogue is kept. A tariff has some four a day. */
const STRETCHES_MAX = 64;

/** The next moment at which any price, or what is said of it, changes. @unit milliseconds since 1970 */
function endOfStretch(models: ReadonlySet<ModelInfo>, nowMs: number): number {
  let end = Number.POSITIVE_INFINITY;
  for (const model of models) {
    const fromMs = nextPrices(model, nowMs)?.fromMs ?? end;
    const noticeMs = fromMs - WINDOW_MS_MAX;
    end = Math.min(end, noticeMs > nowMs ? noticeMs : fromMs);
  }
  return end;
}

const SECOND_MS = 1_000;
/** Nothing is asked of earlier than that. */
const BACK_MS_MAX = 20 * 365 * 86_400_000;

/**
 * The earliest moment known to lie in a stretch, a second after its begin at most. Who reads the past newest first steps back a
 * little each time: without it each step would look at every price.
 * @param endOf the end of the stretch that a moment lies in
 */
function startOfStretch(endOf: (nowMs: number) => number, nowMs: number): number {
  const endMs = endOf(nowMs);
  let [inside, step] = [nowMs, SECOND_MS];
  while (step < BACK_MS_MAX && endOf(nowMs - step) === endMs) {
    inside = nowMs - step;
    step *= 2;
  }
  let outside = nowMs - step;
  while (inside - outside > SECOND_MS) {
    const middle = Math.floor((inside + outside) / 2);
    if (endOf(middle) === endMs) inside = middle;
    else outside = middle;
  }
  return inside;
}

interface Stretch<T> {
  startMs: number;
  readonly endMs: number;
  readonly value: T;
}

export type Timeline<T> = (nowMs: number) => T;

/** @param nowMs (of the timeline) milliseconds since 1970 */
export function createTimeline<T>(claims: PriceClaims, build: (asOf: Date) => T): Timeline<T> {
  const all = [...claims.values()].flat().map(({ model }) => model);
  const changing = new Set(all.filter(changesOverTime));
  const byEnd = new Map<number, Stretch<T>>();
  let current: Stretch<T> | undefined;
  const endOf = (nowMs: number): number => endOfStretch(changing, nowMs);
  const find = (nowMs: number): Stretch<T> => {
    const endMs = endOf(nowMs);
    const known = byEnd.get(endMs);
    if (known !== undefined) {
      if (nowMs < known.startMs) known.startMs = startOfStretch(endOf, nowMs);
      return known;
    }
    if (byEnd.size >= STRETCHES_MAX) byEnd.clear();
    const stretch = { startMs: nowMs, endMs, value: build(new Date(nowMs)) };
    byEnd.set(endMs, stretch);
    return stretch;
  };
  return (nowMs) => {
    if (current === undefined || nowMs < current.startMs || nowMs >= current.endMs) current = find(nowMs);
    return current.value;
  };
}
