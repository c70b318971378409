// One run of an experiment: from the version of the preference that first named the challenger to the one that no longer did.
import type { PreferencePolicy } from "@signalbox/contracts";
import type { PreferenceVersion, Repositories } from "@signalbox/storage";

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

/** The run that goes on, else the last one; undefined when there never was one. */
export async function findLastRun(
  { preferences }: Pick<Repositories, "preferences">,
  named: Named,
): Promise<ExperimentRun | undefined> {
  const { accountId, preferenceId: id } = named;
  const { items } = await preferences.listVersions({ accountId, id, limit: VERSIONS_MAX });
  return lastRunOf(named, items);
}
