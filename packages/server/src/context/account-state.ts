// Everything that the decision path must know of an account, kept in memory as one immutable state.
import type { FieldError, AccountSettings, ModelCatalog } from "@signalbox/contracts";
import type { LearnedPolicy, ObservedLatency } from "@signalbox/engine";
import type { StoredPreference } from "@signalbox/storage";
import type { BoundedMap, ConversationMemory } from "@signalbox/engine/internals";
import type { DigestKey } from "./content-digest.ts";

// A preference with everything a decision under it needs, loaded once and kept in memory: its custom router, the
// preference that decides beside it in the shadow, and the one that it is compared with in an experiment.
export interface CompletePreference extends StoredPreference {
  /** The policy that the custom router learned; undefined without one, or when it was trained on another artefact. */
  readonly learned: LearnedPolicy | undefined;
  /** That the custom router is passed over, in words; undefined where it is not. */
  readonly notice: FieldError | undefined;
  /** Decides beside this one; its answer is journalled and never sent. It has no shadow of its own. */
  readonly shadow: CompletePreference | undefined;
  /** The other arm of an experiment: decides in its place for a share of the chains. It has no experiment of its own. */
  readonly challenger: CompletePreference | undefined;
}

export interface AccountState {
  readonly accountId: string;
  readonly settings: AccountSettings;
  /** For keyed digests of content. */
  readonly digestKey: DigestKey;
  /** The service's catalogue with the account's own corrections. */
  readonly catalog: ModelCatalog;
  readonly learned: LearnedPolicy | undefined;
  /** By canonical model id, or by label for models that the catalogue does not know. */
  readonly observedLatency: ReadonlyMap<string, ObservedLatency>;
  readonly memory: ConversationMemory;
  readonly preferences: BoundedMap<CompletePreference>;
}

export interface AccountStates {
  /** A plain value when it is in memory, so that the hot path need not wait. */
  get(accountId: string): AccountState | Promise<AccountState>;
  /** Preference of the account. @throws SignalboxError not_found for unknown and foreign ids alike */
  preference(state: AccountState, id: string): CompletePreference | Promise<CompletePreference>;
  close(): void;
}
