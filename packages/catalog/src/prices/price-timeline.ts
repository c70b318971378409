// A catalogue over time: the one of this moment as long as no price changes, another when a change has passed. Deciding costs
// two comparisons; what is built stays, so that going back and forth in time (replays, imports) builds nothing twice.
import type { ModelInfo } from "@pydantic/genai-prices";

import { WINDOW_MS_MAX } from "./list-price.ts";
import type { PriceClaims } from "./price-book.ts";
import { changesOverTime, nextPrices, pricesSince } from "./price-rules.ts";

/** Stretches of time whose catalogue is kept. A tariff has some four a day. */
const STRETCHES_MAX = 64;

interface Span {
  /** @unit milliseconds since 1970 */
  readonly startMs: number;
  /** Exclusive. */
  readonly endMs: number;
}

interface Changing {
  /** Models whose prices change. */
  readonly models: ReadonlySet<ModelInfo>;
  /** Moments at which something else changes. @unit milliseconds since 1970 */
  readonly moments: readonly number[];
}

/** The stretch of time around a moment in which no price, nor what is said of it, changes. */
function stretchAround({ models, moments }: Changing, nowMs: number): Span {
  let [startMs, endMs] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const model of models) {
    const fromMs = nextPrices(model, nowMs)?.fromMs ?? Number.POSITIVE_INFINITY;
    const noticeMs = fromMs - WINDOW_MS_MAX;
    endMs = Math.min(endMs, noticeMs > nowMs ? noticeMs : fromMs);
    startMs = Math.max(startMs, pricesSince(model, nowMs), noticeMs > nowMs ? startMs : noticeMs);
  }
  for (const moment of moments)
    if (moment <= nowMs) startMs = Math.max(startMs, moment);
    else endMs = Math.min(endMs, moment);
  return { startMs, endMs };
}

interface Stretch<T> extends Span {
  readonly value: T;
}

export type Timeline<T> = (nowMs: number) => T;

/** @param nowMs (of the timeline) milliseconds since 1970 */
export function createTimeline<T>(
  { claims, moments }: { readonly claims: PriceClaims } & Pick<Changing, "moments">,
  build: (asOf: Date) => T,
): Timeline<T> {
  const all = [...claims.values()].flat().map(({ model }) => model);
  const changing = { models: new Set(all.filter(changesOverTime)), moments };
  const byEnd = new Map<number, Stretch<T>>();
  let current: Stretch<T> | undefined;
  const find = (nowMs: number): Stretch<T> => {
    const span = stretchAround(changing, nowMs);
    const known = byEnd.get(span.endMs);
    if (known !== undefined) return known;
    if (byEnd.size >= STRETCHES_MAX) byEnd.clear();
    const stretch = { ...span, value: build(new Date(nowMs)) };
    byEnd.set(span.endMs, stretch);
    return stretch;
  };
  return (nowMs) => {
    if (current === undefined || nowMs < current.startMs || nowMs >= current.endMs) current = find(nowMs);
    return current.value;
  };
}
