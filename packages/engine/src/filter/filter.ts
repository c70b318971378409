// One limit of who may compete, whole: its code, who breaks it, and the sentence about that.
import type { PreferencePolicy } from "@signalbox/contracts";

import type { PartModality } from "../reader/conversation/message.ts";
import type { Estimated } from "../estimate/estimated.ts";
import type { OutputFormat } from "../input/decision-input.ts";
import type { RuleBudget } from "../preference/rule-budget.ts";
import type { Misfits } from "./filter-table.ts";
import type { RejectionCode } from "./rejection.ts";

export interface Needs {
  readonly modalities: readonly PartModality[];
  readonly needsTools: boolean;
  readonly outputFormat: OutputFormat | undefined;
  readonly policy: PreferencePolicy | undefined;
  readonly budget: RuleBudget;
  /** Models that their host has shut down stay candidates. */
  readonly allowsShutDown: boolean;
}

/**
 * `always`: a ban. `unless_waived`: a limit of the account, which only `fallback: least_bad` turns into a wish.
 * `if_strict`: a wish, which only `fallback: strict` turns into a limit.
 */
export type Binding = "always" | "unless_waived" | "if_strict";

export interface Filter<Code extends RejectionCode> {
  readonly code: Code;
  /** Whether a candidate that breaks it may be recommended when none is eligible. */
  readonly binds: Binding;
  /** Whether anybody could break it under these needs; absent = always. */
  readonly isAsked?: (needs: Needs) => boolean;
  /** Details of the misfit; undefined when it fits. Absent where a candidate cannot be judged alone. */
  readonly check?: (estimated: Estimated, needs: Needs) => Misfits[Code] | undefined;
  /** One sentence, with the numbers that did not fit. */
  readonly words: (misfit: Misfits[Code]) => string;
}

export type FilterTable = { readonly [Code in RejectionCode]: Filter<Code> };
