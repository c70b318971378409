// The day on which a model ends at the host that a spelling names. Clouds keep dates of their own; gateways pass calls on to the
// vendor; weights that are open are served by others when their vendor stops.
import type { ModelShutdown } from "@signalbox/contracts";
import { hostOfVendor, priceHostOf } from "../prices/choose-price.ts";

const VERTEX = /^(?:google-)?vertex/;
/** Hosts that serve the models of vendors under terms of their own. */
const CLOUDS: ReadonlySet<string> = new Set([
  "aws",
  "azure",
  "databricks",
  "github-copilot",
  "google-vertex",
  "snowflake",
]);

/** The host of the lifecycle facts for a word of a spelling. */
export const serviceOf = (word: string): string => (VERTEX.test(word) ? "google-vertex" : priceHostOf(word));

interface EndingModel {
  readonly vendor: string;
  readonly isOpenWeights?: boolean | undefined;
  readonly shutdowns?: readonly ModelShutdown[] | undefined;
}

/** @param servedBy words of the spelling, outermost first; empty where it names no host */
export function shutdownAt(
  { vendor, isOpenWeights, shutdowns }: EndingModel,
  servedBy: readonly string[],
): ModelShutdown | undefined {
  if (shutdowns === undefined) return undefined;
  const own = hostOfVendor(vendor);
  const named = servedBy.map(serviceOf);
  const stated = shutdowns.find(({ host }) => named.includes(host));
  if (stated !== undefined && (isOpenWeights !== true || named[0] === stated.host)) return stated;
  if (isOpenWeights === true || named.some((host) => CLOUDS.has(host))) return undefined;
  return shutdowns.find(({ host }) => host === own);
}
