// A preference with everything a decision under it needs, loaded once and kept in memory: its custom router, the
// preference that decides beside it in the shadow, and the one that it is compared with in an experiment.
import type { FieldError } from "@signalbox/contracts";
import type { LearnedPolicy } from "@signalbox/engine";
import type { StoredPreference } from "@signalbox/storage";

export interface CompletePreference extends StoredPreference {
  /** Of the custom router; undefined without one, or when it was trained on another artefact. */
  readonly learned: LearnedPolicy | undefined;
  /** That the custom router is passed over, in words; undefined where it is not. */
  readonly notice: FieldError | undefined;
  /** Decides beside this one; its answer is journalled and never sent. It has no shadow of its own. */
  readonly shadow: CompletePreference | undefined;
  /** The other arm of an experiment: decides in its place for a share of the chains. It has no experiment of its own. */
  readonly challenger: CompletePreference | undefined;
}
