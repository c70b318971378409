// Expected seconds to the whole answer: what the request states, else what the account observed, else the catalogue.
import type { Candidate } from "../candidates/candidate.ts";
import { numberOf } from "../candidates/read-attributes.ts";
import type { ObservedLatency } from "./observed-latency.ts";

export type SecondsSource = "request" | "observed" | "catalogue" | "unknown";

export interface ExpectedSeconds {
  /** @unit seconds; undefined when nothing is known */
  readonly seconds: number | undefined;
  readonly source: SecondsSource;
}

const UNKNOWN: ExpectedSeconds = { seconds: undefined, source: "unknown" };
/** Taken where a speed is known but the wait before the first token is not. */
const PRESUMED_FIRST_TOKEN_S = 0.7;

/** @param outputTokens visible and hidden tokens together: hidden ones take their time too */
export function expectedSeconds(
  candidate: Candidate,
  outputTokens: number,
  observed: ObservedLatency | undefined,
): ExpectedSeconds {
  const { latencyS, attributes, facts } = candidate.input;
  if (latencyS !== undefined) return { seconds: latencyS, source: "request" };
  const firstToken = numberOf(attributes, "time_to_first_token") ?? facts?.speed?.timeToFirstTokenS;
  const stated = streamed(outputTokens, firstToken, numberOf(attributes, "tokens_per_second"));
  if (stated !== undefined) return { seconds: stated, source: "request" };
  const seen = observed === undefined || observed.weight <= 0 ? undefined : observed;
  const measured = observedSeconds(outputTokens, seen);
  if (measured !== undefined) return { seconds: measured, source: "observed" };
  const listed = streamed(outputTokens, firstToken, facts?.speed?.outputTokensPerSecond);
  return listed === undefined ? UNKNOWN : { seconds: listed, source: "catalogue" };
}

/** From the account's own calls alone. Its speeds are tokens over the seconds of whole calls: the first wait is in them. */
function observedSeconds(outputTokens: number, seen: ObservedLatency | undefined): number | undefined {
  const speed = seen?.tokensPerSecond;
  return speed === undefined || speed <= 0 ? seen?.secondsMean : outputTokens / speed;
}

function streamed(
  outputTokens: number,
  firstTokenS: number | undefined,
  tokensPerSecond: number | undefined,
): number | undefined {
  if (tokensPerSecond === undefined || tokensPerSecond <= 0) return undefined;
  return (firstTokenS ?? PRESUMED_FIRST_TOKEN_S) + outputTokens / tokensPerSecond;
}
