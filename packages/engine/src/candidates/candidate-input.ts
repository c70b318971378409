// A candidate as the caller described it, joined with what the catalogue knows of it.
import type { ModelFacts } from "@signalbox/contracts";

import type { CandidateMode } from "./candidate-mode.ts";

/** A candidate as the caller described it; `facts` is what the catalogue adds. */
export interface CandidateInput {
  readonly label: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly inputUsdPerMTok: number | undefined;
  readonly outputUsdPerMTok: number | undefined;
  /** @unit seconds to a whole answer */
  readonly latencyS: number | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly facts: ModelFacts | undefined;
  /** As the request states it; absent = that of the name, else the provider's default. */
  readonly mode?: CandidateMode | undefined;
}
