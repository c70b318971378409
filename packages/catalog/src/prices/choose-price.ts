// The host whose price applies: the named one, else the vendor, else the first host of the list. A claim is read when it is asked
// for: hundreds of models have a dozen hosts each, of which a start needs one.
import type { ModelPrices } from "@signalbox/contracts";
import { hostOfVendor } from "../host-words.ts";
import type { RecordedPrice } from "../catalog-record.ts";
import { listPriceOf } from "./list-price.ts";
import type { PriceClaim } from "./price-book.ts";

export interface PriceChoice {
  readonly vendor: string;
  readonly claims: readonly PriceClaim[];
  /** Decides which of several prices of a claim is in force. */
  readonly asOf: Date;
  readonly recorded: RecordedPrice | undefined;
  /** Version of the price package, for the source. */
  readonly bookVersion: string;
}

function pricesOf(
  { asOf, bookVersion }: PriceChoice,
  { host, model, source }: PriceClaim,
): ModelPrices | undefined {
  const price = listPriceOf(model, asOf);
  return price && { ...price, source: source ?? `${bookVersion} (${host})` };
}

/** The price of one host; undefined when it is not known. */
export function priceAtHost(choice: PriceChoice, host: string): ModelPrices | undefined {
  const claim = choice.claims.find((each) => each.host === host);
  return claim && pricesOf(choice, claim);
}

/** The host's own name of the model; undefined when it asks no known price. */
export const nameAtHost = (choice: PriceChoice, host: string): string | undefined =>
  priceAtHost(choice, host) && choice.claims.find((each) => each.host === host)?.model.id;

/** The price without a named host; undefined when no price is known. Free tiers never count. */
export function standingPrice(choice: PriceChoice): ModelPrices | undefined {
  const ownPrice = priceAtHost(choice, hostOfVendor(choice.vendor));
  if (ownPrice !== undefined) return ownPrice;
  for (const claim of choice.claims) {
    const price = pricesOf(choice, claim);
    if ((price?.outputUsdPerMTok ?? 0) > 0) return price;
  }
  return choice.recorded;
}

/** The window that the first host states which asks a price. @unit tokens */
export function listedContext(choice: PriceChoice): number | undefined {
  const stated = choice.claims.find(
    ({ model }) => model.context_window && listPriceOf(model, choice.asOf) !== undefined,
  );
  return stated?.model.context_window;
}
