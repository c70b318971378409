// Expected seconds to the whole answer: what the request states, else what the account observed, else the catalogue's speed of
// the mode. Hidden tokens are counted once, as tokens: a first token is the first of all, so no thought is in its wait.
import type { Candidate } from "../candidates/candidate.ts";
import { numberOf } from "../candidates/read-attributes.ts";
import type { OutputTokenEstimate } from "./output-estimate.ts";
import type { ObservedLatency } from "./observed-latency.ts";

export type SecondsSource = "request" | "observed" | "catalogue" | "unknown";

export interface ExpectedSeconds {
  /** @unit seconds; undefined when nothing is known */
  readonly seconds: number | undefined;
  /** Upper end of the 80 % interval of the answer's length, at the same speed. */
  readonly high: number | undefined;
  readonly source: SecondsSource;
}

type OutputLength = Pick<OutputTokenEstimate, "visibleMean" | "hiddenMean" | "high">;

const UNKNOWN: ExpectedSeconds = { seconds: undefined, high: undefined, source: "unknown" };
/** Taken where a speed is known but the wait before the first token is not: the median over the catalogue. */
const PRESUMED_FIRST_TOKEN_S = 1.1;
/**
 * The same at the vendor's own service, by vendor; other hosts of its models have waits of their own.
 * @source medians over the modes whose first token precedes thought (Artificial Analysis, 2026-07-10), three modes and more
 */
const FIRST_TOKEN_S: Readonly<Record<string, number>> = {
  anthropic: 1.6,
  cohere: 0.4,
  deepseek: 1.5,
  google: 1.2,
  minimax: 1.8,
  mistral: 0.9,
  moonshotai: 2.9,
  nvidia: 1.2,
  openai: 0.9,
  qwen: 2.5,
  stepfun: 1.1,
  xai: 0.7,
  zai: 1.8,
};
/** A slow speed to order by where none is known, so that the unknown never wins by being unknown. @unit tokens per second */
const PRESUMED_RATE = 30;
/** Source of facts that the operator's file states. */
const OPERATOR = "user file";

export function expectedSeconds(
  candidate: Candidate,
  output: OutputLength,
  observed: ObservedLatency | undefined,
): ExpectedSeconds {
  const { latencyS, attributes } = candidate.input;
  if (latencyS !== undefined) return { seconds: latencyS, high: latencyS, source: "request" };
  const listed = listedSpeed(candidate);
  const firstToken =
    numberOf(attributes, "time_to_first_token") ?? listed.firstTokenS ?? presumedFirstTokenS(candidate);
  const streamed = (rate: number | undefined, source: SecondsSource): ExpectedSeconds | undefined =>
    rate === undefined || rate <= 0 ? undefined : stream(output, { firstToken, rate, source });
  const seen = observed === undefined || observed.weight <= 0 ? undefined : observed;
  return (
    streamed(numberOf(attributes, "tokens_per_second"), "request") ??
    observedSeconds(output, seen) ??
    streamed(listed.tokensPerSecond, "catalogue") ??
    UNKNOWN
  );
}

/** Seconds to order by where nothing is known. */
export function presumedSeconds({
  visibleMean,
  hiddenMean,
}: Pick<OutputLength, "visibleMean" | "hiddenMean">): number {
  return PRESUMED_FIRST_TOKEN_S + (visibleMean + hiddenMean) / PRESUMED_RATE;
}

function presumedFirstTokenS({ input: { provider, facts } }: Candidate): number {
  const vendor = facts?.vendor;
  if (vendor === undefined || (provider !== undefined && provider !== vendor)) return PRESUMED_FIRST_TOKEN_S;
  return FIRST_TOKEN_S[vendor] ?? PRESUMED_FIRST_TOKEN_S;
}

interface ListedSpeed {
  readonly tokensPerSecond: number | undefined;
  readonly firstTokenS: number | undefined;
}

/** A first token that is listed for a thinking model as a whole may come after its thought, so only its modes' are taken. */
function listedSpeed({ mode, input: { facts } }: Candidate): ListedSpeed {
  const whole = facts?.speed;
  if (whole?.source === OPERATOR || facts?.modes === undefined)
    return { tokensPerSecond: whole?.outputTokensPerSecond, firstTokenS: whole?.timeToFirstTokenS };
  return {
    tokensPerSecond: mode?.facts?.tokensPerSecond ?? whole?.outputTokensPerSecond,
    firstTokenS: mode?.facts?.firstTokenS,
  };
}

interface Stream {
  readonly firstToken: number;
  readonly rate: number;
  readonly source: SecondsSource;
}

function stream(
  { visibleMean, hiddenMean, high }: OutputLength,
  { firstToken, rate, source }: Stream,
): ExpectedSeconds {
  return { seconds: firstToken + (visibleMean + hiddenMean) / rate, high: firstToken + high / rate, source };
}

/** From the account's own calls alone. Its speeds are tokens over the seconds of whole calls: the first wait is in them. */
function observedSeconds(
  output: OutputLength,
  seen: ObservedLatency | undefined,
): ExpectedSeconds | undefined {
  const rate = seen?.tokensPerSecond;
  if (rate !== undefined && rate > 0) return stream(output, { firstToken: 0, rate, source: "observed" });
  if (seen?.secondsMean === undefined) return undefined;
  return { seconds: seen.secondsMean, high: seen.secondsP95 ?? seen.secondsMean, source: "observed" };
}
