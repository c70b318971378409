// The mode at the end of a name ("gpt-5-high", "claude-sonnet-4.5:thinking", "gemini-2.5-flash-no-thinking", "...-thinking-16k").
import type { Mode } from "@signalbox/contracts";
import { modeOfBudget } from "@signalbox/contracts";

const SUFFIX =
  /[-_:. ](?:((?:non?|without)[-_ ]?(?:thinking|think|reasoning))|(?:thinking|think|reasoning)[-_]?(\d{1,3})k|(thinking|thinker|think|reasoning)|(x-?high|max)|(high|medium|low|minimal)(?:[-_](?:effort|thinking|reasoning))?)$/;

export interface NamedMode {
  /** The name without the suffix. */
  readonly name: string;
  readonly mode: Mode;
}

/** @param name lower case */
export function readModeSuffix(name: string): NamedMode | undefined {
  const match = SUFFIX.exec(name);
  if (match === null || match.index < 2) return undefined;
  const [, none, budget, thinking, most, effort] = match;
  const mode =
    none !== undefined
      ? "none"
      : budget !== undefined
        ? modeOfBudget(Number(budget) * 1024)
        : thinking !== undefined
          ? "thinking"
          : most !== undefined
            ? "xhigh"
            : effort;
  return mode === undefined ? undefined : { name: name.slice(0, match.index), mode: mode as Mode };
}
