import type { AccountScope, JsonObject, Page, PageInput } from "./common.ts";

/** An experiment that has ended, with the names that its preferences had on that day. */
export interface EndedExperiment {
  readonly id: string;
  readonly accountId: string;
  readonly preferenceId: string;
  readonly preferenceName: string;
  readonly challengerId: string;
  readonly challengerName: string;
  /** Of the sessions, that went by the challenger when it ended. @range 0..1 */
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
