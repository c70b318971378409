// How old the facts and the prices of a catalogue are. Models are born, repriced and shut down every week, so age is worth a word.

/** From this age on the age is warned of. @unit days */
export const CATALOG_OLD_DAYS = 45;

const DAY_MS = 86_400_000;

/** ISO days on which the sources were read. */
export interface CatalogDates {
  readonly facts: string;
  readonly prices: string;
}

export interface CatalogAge {
  readonly factsDays: number;
  readonly pricesDays: number;
  /** Names the old part and the remedy; undefined below the age. */
  readonly warning: string | undefined;
}

const daysSince = (day: string, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(day)) / DAY_MS));

/** @param nowMs milliseconds since 1970 */
export function catalogAgeOf({ facts, prices }: CatalogDates, nowMs: number): CatalogAge {
  const [factsDays, pricesDays] = [daysSince(facts, nowMs), daysSince(prices, nowMs)];
  const old = [
    ...(factsDays < CATALOG_OLD_DAYS
      ? []
      : [`facts of ${facts} (${factsDays} days old): install a newer release`]),
    ...(pricesDays < CATALOG_OLD_DAYS
      ? []
      : [
          `prices of ${prices} (${pricesDays} days old): give a newer list with \`signalbox catalog refresh\``,
        ]),
  ];
  const warning = old.length === 0 ? undefined : `The catalogue has ${old.join("; ")}.`;
  return { factsDays, pricesDays, warning };
}
