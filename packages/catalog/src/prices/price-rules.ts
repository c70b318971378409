// Which of a model's prices is in force at a moment, and when another takes over. All of it in plain numbers of UTC, so that
// no time zone of the machine can move a price.
import { isRecord } from "@signalbox/contracts";
import type { ModelInfo, ModelPrice } from "@pydantic/genai-prices";

// When a price applies, as price lists write it down.

/**
 * Every member that is stated must hold. The price package states one kind a price; `weekdays` and the mixture of kinds are
 * ours, for tariffs that the package cannot say.
 */
export interface PriceConstraint {
  readonly type?: string;
  /** ISO day or moment from which the price holds. */
  readonly start_date?: string;
  /** Time of day, as in "16:30:00Z"; a window may pass midnight. */
  readonly start_time?: string;
  /** Time of day at which it no longer holds. */
  readonly end_time?: string;
  /** Days in UTC, 0 = Sunday; of a window that passes midnight, the day of the moment itself. */
  readonly weekdays?: readonly number[];
}

const DAY_MS = 86_400_000;
const MEMBERS = new Set(["type", "start_date", "start_time", "end_time", "weekdays"]);
const TIME = /^(\d{2}):(\d{2})(?::(\d{2}))?Z?$/;

/** @returns milliseconds since midnight; undefined when it is no time of day */
function timeOfDayMs(text: unknown): number | undefined {
  const [, hours, minutes, seconds = "0"] = typeof text === "string" ? (TIME.exec(text) ?? []) : [];
  if (hours === undefined || minutes === undefined) return undefined;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return ms <= DAY_MS ? ms : undefined;
}

const isWeekday = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 6;

/** Describes the fault: an ignored constraint would leave its price in force forever. */
export function constraintFault(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value)) return "It must be an object.";
  const { start_date, start_time, end_time, weekdays } = value;
  const unknown = Object.keys(value).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) return `\`${unknown}\` is not known. It takes ${[...MEMBERS].join(", ")}.`;
  if (
    start_date !== undefined &&
    !(typeof start_date === "string" && Number.isFinite(Date.parse(start_date)))
  )
    return "`start_date` must be an ISO day or moment.";
  if ((start_time === undefined) !== (end_time === undefined))
    return "`start_time` and `end_time` belong together.";
  if (start_time !== undefined && [start_time, end_time].some((time) => timeOfDayMs(time) === undefined))
    return "`start_time` and `end_time` must be times such as 16:30:00Z.";
  if (
    weekdays !== undefined &&
    !(Array.isArray(weekdays) && weekdays.length > 0 && weekdays.every(isWeekday))
  )
    return "`weekdays` must be a list of days from 0 (Sunday) to 6.";
  return undefined;
}

interface PriceRule {
  /** @unit milliseconds since 1970 */
  readonly startMs: number;
  /** @unit milliseconds since midnight; both absent for the whole day */
  readonly hours: { readonly startMs: number; readonly endMs: number } | undefined;
  readonly weekdays: readonly number[] | undefined;
  readonly prices: ModelPrice;
}

const WEEKDAY_OF_1970 = 4;
/** Rules repeat every week at the latest; a day more for windows that pass midnight. */
const DAYS_AHEAD = 8;

function ruleOf(constraint: PriceConstraint, prices: ModelPrice): PriceRule {
  const { start_date, start_time, end_time, weekdays } = constraint;
  const [startMs, endMs] = [timeOfDayMs(start_time), timeOfDayMs(end_time)];
  return {
    startMs: start_date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(start_date),
    hours: startMs === undefined || endMs === undefined ? undefined : { startMs, endMs },
    weekdays,
    prices,
  };
}

const rulesByModel = new WeakMap<ModelInfo, readonly PriceRule[]>();

function rulesOf(model: ModelInfo): readonly PriceRule[] {
  const known = rulesByModel.get(model);
  if (known !== undefined) return known;
  const rules = Array.isArray(model.prices)
    ? model.prices.map(({ constraint, prices }) => ruleOf(constraint ?? {}, prices))
    : [ruleOf({}, model.prices)];
  rulesByModel.set(model, rules);
  return rules;
}

function holds({ startMs, hours, weekdays }: PriceRule, nowMs: number): boolean {
  if (!(nowMs >= startMs)) return false;
  const day = Math.floor(nowMs / DAY_MS);
  if (weekdays !== undefined && !weekdays.includes((((day + WEEKDAY_OF_1970) % 7) + 7) % 7)) return false;
  if (hours === undefined) return true;
  const time = nowMs - day * DAY_MS;
  return hours.endMs < hours.startMs
    ? time >= hours.startMs || time < hours.endMs
    : time >= hours.startMs && time < hours.endMs;
}

/** The last rule that holds: later entries of a list refine earlier ones. */
const ruleAt = (rules: readonly PriceRule[], nowMs: number): PriceRule | undefined =>
  rules.findLast((rule) => holds(rule, nowMs));

/** @returns undefined before the first price has begun */
export function pricesAt(model: ModelInfo, nowMs: number): ModelPrice | undefined {
  return ruleAt(rulesOf(model), nowMs)?.prices;
}

/** The moments at which rules may begin or end to hold, of the days that lie so many days from today. */
function momentsAround(rules: readonly PriceRule[], nowMs: number, daysFromToday: readonly number[]) {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const moments = rules.flatMap(({ startMs, hours, weekdays }) => {
    const times = [...(hours === undefined ? [] : [hours.startMs, hours.endMs]), ...(weekdays ? [0] : [])];
    return [startMs, ...daysFromToday.flatMap((day) => times.map((time) => today + day * DAY_MS + time))];
  });
  return [...new Set(moments)].filter(Number.isFinite).toSorted((a, b) => a - b);
}

const AHEAD = Array.from({ length: DAYS_AHEAD }, (_, day) => day);
const BACK = AHEAD.map((day) => -day);

const recurs = (rule: PriceRule | undefined): boolean =>
  rule?.hours !== undefined || rule?.weekdays !== undefined;

/** Whether time alone can change what the model costs. */
export function changesOverTime(model: ModelInfo): boolean {
  return (
    rulesOf(model).length > 1 || rulesOf(model).some((rule) => recurs(rule) || Number.isFinite(rule.startMs))
  );
}

interface NextPrices {
  /** @unit milliseconds since 1970 */
  readonly fromMs: number;
  readonly prices: ModelPrice | undefined;
  /** The change comes back every day or week, as between peak and off-peak hours. */
  readonly isRecurring: boolean;
}

/** The change that ends the price in force; undefined when nothing announced ends it. */
export function nextPrices(model: ModelInfo, nowMs: number): NextPrices | undefined {
  const rules = rulesOf(model);
  if (!changesOverTime(model)) return undefined;
  const current = ruleAt(rules, nowMs);
  for (const fromMs of momentsAround(rules, nowMs, AHEAD)) {
    const next = fromMs > nowMs ? ruleAt(rules, fromMs) : current;
    if (next?.prices === current?.prices) continue;
    return { fromMs, prices: next?.prices, isRecurring: recurs(next) || recurs(current) };
  }
  return undefined;
}

/** When the price in force began; minus infinity where nothing says so. @unit milliseconds since 1970 */
export function pricesSince(model: ModelInfo, nowMs: number): number {
  const rules = rulesOf(model);
  const began = momentsAround(rules, nowMs, BACK).findLast(
    (ms) => ms <= nowMs && ruleAt(rules, ms)?.prices !== ruleAt(rules, ms - 1)?.prices,
  );
  return began ?? Number.NEGATIVE_INFINITY;
}
