// Visible and hidden tokens together: the one place where the bill and the seconds take them from.
import type { CandidateMode } from "../candidates/candidate-mode.ts";
import type { OutputTokenEstimate } from "./output-estimate.ts";
import { hiddenTokensOf } from "./hidden-tokens.ts";
import type { ThoughtPlace } from "./hidden-tokens.ts";

const GUESSED_MOST = 2;

/**
 * @param visible as the model of answers expects them; hidden tokens of it stand only where the mode is not known
 * Visible and hidden tokens err independently, so the squares of their distances add.
 */
export function expectedOutput(
  visible: OutputTokenEstimate,
  mode: CandidateMode | undefined,
  places: readonly ThoughtPlace[],
): OutputTokenEstimate {
  if (mode === undefined) return visible;
  const hidden = hiddenTokensOf(mode, places);
  if (hidden === undefined) return { ...visible, hiddenMean: 0 };
  const { visibleMean, low, high } = visible;
  const shown = Math.sqrt(low * high);
  const middle = shown + hidden.median;
  // A guess may miss in both ways: no thought at all, or twice as much.
  const isGuessed = mode.source === "guessed";
  const [least, most] = isGuessed ? [0, GUESSED_MOST * hidden.high] : [hidden.low, hidden.high];
  return {
    visibleMean,
    hiddenMean: hidden.mean,
    low: Math.max(low, middle - Math.hypot(shown - low, hidden.median - least)),
    high: middle + Math.hypot(high - shown, most - hidden.median),
  };
}
