// Everything that the decision path must know of an account, kept in memory as one immutable state. A change by anyone, also by
// another replica, drops the state; the next request builds it again.
import type { LearnedPolicy, ObservedLatency } from "@signalbox/engine";
import { createReportsPolicy, parseReports } from "@signalbox/engine/learn";
import type { Storage, Account, LatencyStatistic, StoredPreference } from "@signalbox/storage";
import { SignalboxError, type AccountSettings, type ModelCatalog } from "@signalbox/contracts";
import { createBoundedMap, createConversationMemory } from "@signalbox/engine/internals";
import type { CompletePreference, AccountState, AccountStates } from "../../context/account-state.ts";
import { withObservedModes, type ObservedThought } from "../../context/observed-modes.ts";
import { readAccountSettings } from "./settings.ts";
import { createLastKnown, type LastKnownOptions } from "../../context/last-known.ts";
import { createDigestKey } from "../../context/content-digest.ts";

// The part of an account's learning that decisions use: its current snapshot, if learning is on and the snapshot was made for
// the artefact that decides now.

/** Kind of the snapshots that online learning writes. */
export const ONLINE_KIND = "online";

export async function loadLearnedPolicy(
  storage: Storage,
  input: { readonly accountId: string; readonly settings: AccountSettings; readonly artefactVersion: string },
): Promise<LearnedPolicy | undefined> {
  const { accountId, settings, artefactVersion } = input;
  if (!settings.learning_enabled) return undefined;
  const snapshot = await storage.learned.findCurrent({ accountId, kind: ONLINE_KIND });
  if (snapshot === undefined || snapshot.meta["artefactVersion"] !== artefactVersion) return undefined;
  const fitted = parseReports(Buffer.from(snapshot.blob).toString("utf8"));
  return fitted && createReportsPolicy(snapshot.version, fitted);
}

const ACCOUNTS_MAX = 10_000;
const PREFERENCES_MAX = 10_000;

/** Parts of a state that other rooms of the service provide. */
export interface StateSources {
  readonly storage: Storage;
  readonly catalogOf: (accountId: string) => Promise<ModelCatalog>;
  readonly completePreference: (preference: StoredPreference) => Promise<CompletePreference>;
  /** Under which what comes is digested. */
  readonly digestKeyOf: (account: Account) => Promise<string>;
  readonly learnedOf: (accountId: string, settings: AccountSettings) => Promise<LearnedPolicy | undefined>;
}

const latencyOf = (rows: readonly LatencyStatistic[]): ReadonlyMap<string, ObservedLatency> =>
  new Map(
    rows.map((row) => [
      row.modelKey,
      {
        tokensPerSecond: row.tokensPerSecond ?? undefined,
        secondsMean: row.secondsMean ?? undefined,
        secondsP95: row.secondsP95 ?? undefined,
        weight: row.weight,
      },
    ]),
  );

const thoughtOf = (rows: readonly LatencyStatistic[]): ReadonlyMap<string, ObservedThought> =>
  new Map(
    rows.flatMap(({ modelKey, hiddenTokensMean, hiddenWeight }) =>
      hiddenTokensMean === null ? [] : [[modelKey, { hiddenTokensMean, hiddenWeight }] as const],
    ),
  );

async function loadState(sources: StateSources, accountId: string): Promise<AccountState> {
  const account = await sources.storage.accounts.find(accountId);
  if (account === undefined) throw new SignalboxError("unauthenticated", "The account no longer exists.");
  const settings = readAccountSettings(account.settings);
  const [digestKey, catalog, learned, observed] = await Promise.all([
    sources.digestKeyOf(account),
    sources.catalogOf(accountId),
    sources.learnedOf(accountId, settings),
    sources.storage.latency.list({ accountId }),
  ]);
  const preferences = createBoundedMap<CompletePreference>(PREFERENCES_MAX);
  return {
    accountId,
    settings,
    digestKey: createDigestKey(digestKey),
    catalog: withObservedModes(catalog, thoughtOf(observed)),
    learned,
    observedLatency: latencyOf(observed),
    memory: createConversationMemory(),
    preferences,
  };
}

export function createAccountStates(
  sources: StateSources,
  absence: Pick<LastKnownOptions, "awayMs" | "isAway"> = { awayMs: 0, isAway: () => false },
): AccountStates {
  const lastKnown = createLastKnown<AccountState>({ max: ACCOUNTS_MAX, ...absence });
  const ready = createBoundedMap<AccountState>(ACCOUNTS_MAX);
  const loading = new Map<string, Promise<AccountState>>();

  const drop = (accountId: string | null): void => {
    if (accountId === null) ready.clear();
    else ready.delete(accountId);
    if (accountId === null) loading.clear();
    else loading.delete(accountId);
  };
  const close = sources.storage.onInvalidate(({ topic, accountId }) => {
    if (topic === "keys" || topic === "members") return;
    drop(topic === "all" ? null : accountId);
    if (topic === "all") lastKnown.doubt();
    else if (accountId === null) lastKnown.forgetAll();
    else lastKnown.forget(accountId);
  });
  const load = async (
    accountId: string,
    started: { promise?: Promise<AccountState> },
  ): Promise<AccountState> => {
    try {
      const state = await loadState(sources, accountId);
      // Kept only if nothing changed while it was built: `drop` would have removed the promise.
      if (loading.get(accountId) === started.promise) {
        ready.set(accountId, state);
        lastKnown.keep(accountId, state);
      }
      return state;
    } finally {
      if (loading.get(accountId) === started.promise) loading.delete(accountId);
    }
  };
  const startLoading = (accountId: string): Promise<AccountState> => {
    const started: { promise?: Promise<AccountState> } = {};
    started.promise = load(accountId, started);
    loading.set(accountId, started.promise);
    return started.promise;
  };

  return {
    get: (accountId) =>
      ready.get(accountId) ??
      lastKnown.readOr(accountId, () => loading.get(accountId) ?? startLoading(accountId)),
    preference: (state, id) => state.preferences.get(id) ?? loadPreference(sources, state, id),
    close,
  };
}

async function loadPreference(
  sources: StateSources,
  state: AccountState,
  id: string,
): Promise<CompletePreference> {
  const preference = await sources.storage.preferences.find({ accountId: state.accountId, id });
  if (preference === undefined)
    throw new SignalboxError("not_found", "preference_id: there is no such preference in this account.", {
      errors: [
        {
          location: "preference_id",
          message: "It is not known in this account.",
          fix: "List them at GET /api/v1/preferences, or leave it out.",
        },
      ],
    });
  const complete = await sources.completePreference(preference);
  state.preferences.set(id, complete);
  return complete;
}
