import type { PreferencePolicy } from "@signalbox/contracts";
import type { AccountScope, Page, PageInput, JsonObject } from "./common.ts";

/** A preference at its current version. */
export interface StoredPreference {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly version: number;
  readonly policy: PreferencePolicy;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Immutable once written. */
export interface PreferenceVersion {
  readonly accountId: string;
  readonly preferenceId: string;
  readonly version: number;
  readonly name: string;
  readonly policy: PreferencePolicy;
  readonly createdAtMs: number;
  readonly createdBy: string | null;
  /** The earlier version that a rollback brought back. */
  readonly restoredFrom: number | null;
}

interface PreferenceUpdate extends AccountScope {
  readonly id: string;
  readonly name?: string | undefined;
  readonly policy?: PreferencePolicy | undefined;
  /** @throws conflict when the current version is another one */
  readonly expectedVersion?: number | undefined;
  readonly atMs: number;
  readonly by?: string | null | undefined;
}

interface PreferenceRollback extends AccountScope {
  readonly id: string;
  readonly version: number;
  readonly atMs: number;
  readonly by?: string | null | undefined;
}

interface NewPreference extends AccountScope {
  readonly id: string;
  readonly name: string;
  readonly policy: PreferencePolicy;
  readonly atMs: number;
  readonly by?: string | null | undefined;
}

export interface DraftRef extends AccountScope {
  readonly userId: string;
  readonly preferenceId: string;
}

/** The change that one member is about to make to a preference; one each. */
export interface PreferenceDraft extends DraftRef {
  readonly name: string;
  readonly policy: PreferencePolicy;
  /** The version that it was begun on. */
  readonly baseVersion: number;
  readonly updatedAtMs: number;
}

export interface PreferenceRepository {
  create(input: NewPreference): Promise<StoredPreference>;
  find(input: AccountScope & { readonly id: string }): Promise<StoredPreference | undefined>;
  /** Also of a deleted preference: old decisions must stay reproducible. */
  findVersion(
    input: AccountScope & { readonly id: string; readonly version: number },
  ): Promise<PreferenceVersion | undefined>;
  /** Newest first. */
  list(input: AccountScope & PageInput): Promise<Page<StoredPreference>>;
  /** Newest first. */
  listVersions(input: AccountScope & PageInput & { readonly id: string }): Promise<Page<PreferenceVersion>>;
  /** Versions written in a span of time, deleted preferences' too, the newest `limit`, oldest first. */
  listChanges(
    input: AccountScope & { readonly fromMs: number; readonly toMs: number; readonly limit: number },
  ): Promise<readonly PreferenceVersion[]>;
  /** Writes the next version. Undefined when missing. */
  update(input: PreferenceUpdate): Promise<StoredPreference | undefined>;
  /** Writes the next version with an earlier one's content. Undefined when either is missing. */
  rollback(input: PreferenceRollback): Promise<StoredPreference | undefined>;
  /** Every member's drafts of it go, too. */
  delete(input: AccountScope & { readonly id: string; readonly atMs: number }): Promise<boolean>;
  findDraft(ref: DraftRef): Promise<PreferenceDraft | undefined>;
  /** In place of the member's earlier draft; false where the account has no such preference or member. */
  putDraft(draft: PreferenceDraft): Promise<boolean>;
  deleteDraft(ref: DraftRef): Promise<boolean>;
  /** The newest first, at most 1,000. */
  listDrafts(
    input: AccountScope & { readonly userId?: string | undefined },
  ): Promise<readonly PreferenceDraft[]>;
}

/** An experiment that has ended, with the names that its preferences had on that day. */
export interface EndedExperiment {
  readonly id: string;
  readonly accountId: string;
  readonly preferenceId: string;
  readonly preferenceName: string;
  readonly challengerId: string;
  readonly challengerName: string;
  /** Share of the sessions that went by the challenger when it ended. @range 0..1 */
  readonly share: number;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly endedBy: string;
  /** Null until it is counted. */
  readonly report: JsonObject | null;
}

export interface ExperimentRepository {
  create(experiment: EndedExperiment): Promise<void>;
  /** Newest first. */
  list(
    input: AccountScope & PageInput & { readonly preferenceId?: string | undefined },
  ): Promise<Page<EndedExperiment>>;
  /** One without a report; the one that ended first. It crosses accounts. */
  findUncounted(): Promise<EndedExperiment | undefined>;
  /** Writes the report, once. False when it has one already, or is gone. */
  conclude(input: AccountScope & { readonly id: string; readonly report: JsonObject }): Promise<boolean>;
  /** Keeps the newest `keep`. Returns how many went. */
  prune(input: AccountScope & { readonly keep: number }): Promise<number>;
}
