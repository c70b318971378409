// The day on which a model ends at the host that a spelling names. Clouds keep dates of their own; gateways pass calls on to the
// vendor; weights that are open are served by others when their vendor stops.
import type { ModelShutdown } from "@signalbox/contracts";
import { hostOfVendor, priceHostOf } from "../host-words.ts";

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

/** A warning this long before the end leaves time to move. */
const NEAR_DAYS = 60;
const DAY_MS = 86_400_000;

function stateOn(on: string, nowMs: number): ModelShutdown["state"] {
  const endMs = Date.parse(on);
  return nowMs >= endMs ? "past" : nowMs >= endMs - NEAR_DAYS * DAY_MS ? "near" : "ahead";
}

/** The moments at which the notice of a model's end changes. @unit milliseconds since 1970 */
export function endingMoments(models: readonly Pick<EndingModel, "shutdowns">[]): readonly number[] {
  const ends = models.flatMap(({ shutdowns = [] }) => shutdowns.map(({ on }) => Date.parse(on)));
  return [...new Set(ends.flatMap((endMs) => [endMs - NEAR_DAYS * DAY_MS, endMs]))];
}

/** @param servedBy words of the spelling, outermost first; empty where it names no host */
export function shutdownAt(
  model: EndingModel,
  servedBy: readonly string[],
  nowMs: number,
): ModelShutdown | undefined {
  const found = findShutdown(model, servedBy);
  const state = found && stateOn(found.on, nowMs);
  return found && state && { ...found, state };
}

function findShutdown(
  { vendor, isOpenWeights, shutdowns }: EndingModel,
  servedBy: readonly string[],
): ModelShutdown | undefined {
  if (shutdowns === undefined) return undefined;
  const cloud = servedBy.map(serviceOf).find((host) => CLOUDS.has(host));
  if (cloud === undefined && isOpenWeights === true) return undefined;
  const wanted = cloud ?? hostOfVendor(vendor);
  return shutdowns.find(({ host }) => host === wanted);
}
