// The words of the savings of pasted prompts.
import type { PlaygroundSavings } from "@signalbox/sdk";

export const PROMPTS_MAX = 100;

export const promptsOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** "80 (73 to 98)"; never a negative zero. */
export function intervalWords(
  { mean, low, high }: PlaygroundSavings["rows"][number]["saved"],
  scale: number,
  digits: number,
): string {
  const shown = (value: number): string => (value * scale).toFixed(digits).replace(/^-(0(?:\.0+)?)$/, "$1");
  return `${shown(mean)} (${shown(low)} to ${shown(high)})`;
}
