// One run of an experiment: from the version of the preference that first named the challenger to the one that no longer did.
import { createHash } from "node:crypto";
import type { PreferencePolicy } from "@signalbox/contracts";
import type { PreferenceVersion, Repositories } from "@signalbox/storage";
import type { CompletePreference } from "../../context/account-state.ts";

const VERSIONS_MAX = 200;

export interface ExperimentRun {
  readonly accountId: string;
  readonly preferenceId: string;
  readonly challengerId: string;
  /** As it was last set. */
  readonly share: number;
  readonly startedAtMs: number;
  /** Null while it runs. */
  readonly endedAtMs: number | null;
}

type Named = Pick<ExperimentRun, "accountId" | "preferenceId">;

export const challengerOf = (policy: PreferencePolicy | undefined): string | undefined =>
  policy?.experiment?.preference_id;

/** @param versions newest first */
function lastRunOf(named: Named, versions: readonly PreferenceVersion[]): ExperimentRun | undefined {
  const last = versions.findIndex(({ policy }) => policy.experiment !== undefined);
  const experiment = versions[last]?.policy.experiment;
  if (experiment === undefined) return undefined;
  const others = versions.findIndex(
    ({ policy }, index) => index > last && challengerOf(policy) !== experiment.preference_id,
  );
  const first = versions[(others < 0 ? versions.length : others) - 1];
  return {
    ...named,
    challengerId: experiment.preference_id,
    share: experiment.share,
    startedAtMs: first?.createdAtMs ?? 0,
    endedAtMs: versions[last - 1]?.createdAtMs ?? null,
  };
}

/** The run that continues, else the last one; undefined when there never was one. */
export async function findLastRun(
  { preferences }: Pick<Repositories, "preferences">,
  named: Named,
): Promise<ExperimentRun | undefined> {
  const { accountId, preferenceId: id } = named;
  const { items } = await preferences.listVersions({ accountId, id, limit: VERSIONS_MAX });
  return lastRunOf(named, items);
}

// Which arm of an experiment a session chain belongs to. The id of the chain decides, by its own hash for each
// experiment, so that every turn of a chain, on any replica, stays in its arm while the share stays as it is.

/** Journalled with the decision, so that decisions outside the experiment never count. */
export interface ExperimentArm {
  /** The preference that was asked for. */
  readonly preference_id: string;
  readonly challenger_id: string;
  readonly arm: "a" | "b";
}

const HASH_VALUES = 2 ** 32;

/** Even over 0..1, the same for the same two ids. */
export function shareOfChain(preferenceId: string, chainId: string): number {
  const digest = createHash("sha256").update(preferenceId).update("\0").update(chainId).digest();
  return digest.readUInt32BE(0) / HASH_VALUES;
}

interface ChosenArm {
  readonly preference: CompletePreference | undefined;
  readonly arm: ExperimentArm | undefined;
}

export function chooseArm(asked: CompletePreference | undefined, chainId: string): ChosenArm {
  const { challenger, policy } = asked ?? {};
  if (asked === undefined || challenger === undefined || policy?.experiment === undefined)
    return { preference: asked, arm: undefined };
  const isB = shareOfChain(asked.id, chainId) < policy.experiment.share;
  return {
    preference: isB ? challenger : asked,
    arm: { preference_id: asked.id, challenger_id: challenger.id, arm: isB ? "b" : "a" },
  };
}
