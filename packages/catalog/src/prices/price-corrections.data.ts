// Corrections where the price package says less than a provider bills: a discount that has ended, a tariff that its form cannot
// hold. The one place for it. An entry goes when the package catches up; `price-corrections.test.ts` tells when it has.
import type { ModelPrice } from "@pydantic/genai-prices";

import type { PriceConstraint } from "./price-rules.ts";

export interface PriceCorrection {
  /** Id of the provider in the price package. */
  readonly host: string;
  /** Ids of its models there. */
  readonly models: readonly string[];
  /** The price is for names that equal the id alone, where the package counts retired models in. */
  readonly isIdAlone?: boolean;
  /** The error in the package. */
  readonly reason: string;
  readonly source: string;
  /** Takes the place of the package's prices; the last entry that holds is in force. */
  readonly prices: readonly { readonly constraint?: PriceConstraint; readonly prices: ModelPrice }[];
}

const WEEKEND_SOURCE = "https://github.com/pydantic/genai-prices/issues/582";
const ALIAS_REASON =
  "The discount of the night hours ended in September 2025; since July 2026 the name calls deepseek-v4-flash.";
const ALIAS_SOURCE = "https://api-docs.deepseek.com/quick_start/pricing/";
const DAILY_REASON = "Peak hours begin on 16 August 2026 and, since 23 August 2026, leave weekends out.";

/** 17 August 2026 in Beijing. */
const TARIFF_START = "2026-08-16T16:00:00Z";
/** 23 August 2026 in Beijing, a Sunday. */
const WEEKENDS_START = "2026-08-22T16:00:00Z";
/** Monday to Friday. Both windows lie within one day in UTC and in Beijing alike. */
export const WORKDAYS = [1, 2, 3, 4, 5] as const;
export const PEAK_HOURS = [
  ["01:00:00Z", "04:00:00Z"],
  ["06:00:00Z", "10:00:00Z"],
] as const;

interface Tariff {
  readonly flat: ModelPrice;
  readonly offPeak: ModelPrice;
  readonly peak: ModelPrice;
}

/** The flat price of before, then off-peak with peak windows: daily for a week, on working days since. */
function deepseekTariff({ flat, offPeak, peak }: Tariff): PriceCorrection["prices"] {
  const windows = PEAK_HOURS.map(([start_time, end_time]) => ({ start_time, end_time }));
  return [
    { prices: flat },
    { constraint: { start_date: TARIFF_START }, prices: offPeak },
    ...windows.map((hours) => ({ constraint: { start_date: TARIFF_START, ...hours }, prices: peak })),
    { constraint: { start_date: WEEKENDS_START }, prices: offPeak },
    ...windows.map((hours) => ({
      constraint: { start_date: WEEKENDS_START, ...hours, weekdays: WORKDAYS },
      prices: peak,
    })),
  ];
}

const FLASH_TARIFF = deepseekTariff({
  flat: { input_mtok: 0.14, cache_read_mtok: 0.0028, output_mtok: 0.28 },
  offPeak: { input_mtok: 0.22, cache_read_mtok: 0.007, output_mtok: 0.66 },
  peak: { input_mtok: 0.44, cache_read_mtok: 0.014, output_mtok: 1.32 },
});

export const PRICE_CORRECTIONS: readonly PriceCorrection[] = [
  {
    host: "deepseek",
    models: ["deepseek-v4-flash"],
    reason: DAILY_REASON,
    source: WEEKEND_SOURCE,
    prices: FLASH_TARIFF,
  },
  {
    host: "deepseek",
    models: ["deepseek-v4-pro"],
    reason: DAILY_REASON,
    source: WEEKEND_SOURCE,
    prices: deepseekTariff({
      flat: { input_mtok: 0.435, cache_read_mtok: 0.003625, output_mtok: 0.87 },
      offPeak: { input_mtok: 0.66, cache_read_mtok: 0.022, output_mtok: 1.98 },
      peak: { input_mtok: 1.32, cache_read_mtok: 0.044, output_mtok: 3.96 },
    }),
  },
  {
    host: "deepseek",
    models: ["deepseek-chat", "deepseek-reasoner"],
    isIdAlone: true,
    reason: ALIAS_REASON,
    source: ALIAS_SOURCE,
    prices: FLASH_TARIFF,
  },
];
