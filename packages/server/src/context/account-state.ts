// What the decision path must know of an account, kept in memory as one immutable state.
import type { AccountSettings, ModelCatalog } from "@signalbox/contracts";
import type { LearnedPolicy, ObservedLatency } from "@signalbox/engine";
import type { BoundedMap } from "@signalbox/engine/internals";
import type { Budget } from "@signalbox/storage";

import type { CompletePreference } from "./complete-preference.ts";
import type { DigestKey } from "./content-digest.ts";

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
  readonly preferences: BoundedMap<CompletePreference>;
  readonly budgets: readonly Budget[];
}

export interface AccountStates {
  /** A plain value when it is in memory, so that the hot path need not wait. */
  get(accountId: string): AccountState | Promise<AccountState>;
  /** Preference of the account. @throws SignalboxError not_found for unknown and foreign ids alike */
  preference(state: AccountState, id: string): CompletePreference | Promise<CompletePreference>;
  close(): void;
}
