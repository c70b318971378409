// The prices of the committed data as claims beside those of the price list, in the price package's own form: with the day from
// which they hold, the price that takes over, and the vendor's peak hours.
import type { ModelInfo, ModelPrice } from "@pydantic/genai-prices";
import type { TokenPrices } from "@signalbox/contracts";
import type { CatalogRecord, RecordedPrice } from "../catalog-record.ts";
import { hostOfVendor } from "../host-words.ts";
import { PRICE_MEMBERS, unstatedPrices } from "./list-price.ts";
import type { PriceClaim, PriceClaims } from "./price-book.ts";
import { isBundledPrice } from "./price-book.ts";
import { PEAK_HOURS, WORKDAYS } from "./price-corrections.data.ts";
import type { PriceConstraint } from "./price-rules.ts";

interface Rule {
  readonly constraint?: PriceConstraint;
  readonly prices: ModelPrice;
}

function modelPrice(price: TokenPrices & Pick<RecordedPrice, "tiers">, factor = 1): ModelPrice {
  const amounts = PRICE_MEMBERS.flatMap(([field, key]) => {
    const base = price[field];
    if (base === undefined) return [];
    const tiers = (price.tiers ?? []).flatMap((tier) => {
      const value = tier[field];
      return value === undefined ? [] : [{ start: tier.aboveInputTokens, price: value * factor }];
    });
    return [[key, tiers.length === 0 ? base * factor : { base: base * factor, tiers }] as const];
  });
  return Object.fromEntries(amounts);
}

function withPeak(price: RecordedPrice, from: string | undefined): readonly Rule[] {
  const start = from === undefined ? {} : { start_date: from };
  const plain = { constraint: start, prices: modelPrice(price) };
  const { peakFactor } = price;
  if (peakFactor === undefined) return [plain];
  const peak = modelPrice(price, peakFactor);
  const windows = PEAK_HOURS.map(([start_time, end_time]) => ({
    constraint: { ...start, start_time, end_time, weekdays: WORKDAYS },
    prices: peak,
  }));
  return [plain, ...windows];
}

const rulesOf = ({ prices }: ModelInfo): readonly Rule[] => (Array.isArray(prices) ? prices : [{ prices }]);

/** A claim of the price package stays in force until the day on which the newer price was read. */
function claimOf(
  { id, vendor, price }: CatalogRecord,
  listed: PriceClaim | undefined,
): PriceClaim | undefined {
  if (price?.asOf === undefined || price.inputUsdPerMTok === undefined) return undefined;
  const { from, asOf, next, source } = price;
  const before = listed === undefined ? [] : rulesOf(listed.model);
  const newer: readonly Rule[] = [
    ...withPeak(price, from ?? (listed === undefined ? undefined : asOf)),
    ...(next === undefined
      ? []
      : [{ constraint: { start_date: next.from }, prices: modelPrice({ ...price, ...next, tiers: [] }) }]),
  ];
  const unstated = listed === undefined ? {} : unstatedPrices(listed.model);
  const rules = [
    ...before,
    ...newer.map((rule) => Object.assign({}, rule, { prices: { ...unstated, ...rule.prices } })),
  ];
  const name = id.slice(id.indexOf("/") + 1);
  const model = { id: listed?.model.id ?? name, match: { equals: name }, prices: rules } as ModelInfo;
  return { host: hostOfVendor(vendor), model, source: `${source}, ${asOf}` };
}

/** The operator's price list takes precedence over the recorded data. */
export function withRecordedPrices(claims: PriceClaims, records: readonly CatalogRecord[]): PriceClaims {
  const joined = new Map(claims);
  for (const record of records) {
    if (record.price?.asOf === undefined) continue;
    const listed = claims.get(record.id) ?? [];
    const host = hostOfVendor(record.vendor);
    const own = listed.find((claim) => claim.host === host);
    if (own !== undefined && !isBundledPrice(host, own.model)) continue;
    const recorded = claimOf(record, own);
    if (recorded === undefined) continue;
    joined.set(record.id, [recorded, ...listed.filter((claim) => claim !== own)]);
  }
  return joined;
}
