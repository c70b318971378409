import type { Experiment, Preference, PreferencePolicy } from "@signalbox/sdk";
import { SignalboxApiError } from "@signalbox/sdk";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import type { UseQueryResult } from "@tanstack/preact-query";

import { signalbox } from "../../api/client.ts";
import { useAction } from "../../api/use-action.ts";
import type { Action } from "../../api/use-action.ts";
import { PREFERENCE_KEYS } from "../../api/queries/lists.ts";
import { showToast } from "../../components/toasts.tsx";
import { withMember } from "../../lib/values.ts";

type ExperimentSetting = NonNullable<PreferencePolicy["experiment"]>;

async function load(preferenceId: string, signal: AbortSignal): Promise<Experiment | null> {
  try {
    return await signalbox.replay.experiment(preferenceId, { signal });
  } catch (error) {
    if (error instanceof SignalboxApiError && error.status === 404) return null;
    throw error;
  }
}

/** The experiment that runs, else the last one; null when there never was one. */
export function useExperiment({ id, version }: Preference): UseQueryResult<Experiment | null> {
  return useQuery({
    queryKey: PREFERENCE_KEYS.experiment(id, version),
    queryFn: ({ signal }) => load(id, signal),
  });
}

/** The other preferences of the organisation: those that could be compared with this one. */
export function useOthers(preferenceId: string): UseQueryResult<readonly Preference[]> {
  return useQuery({
    queryKey: PREFERENCE_KEYS.choices,
    queryFn: ({ signal }) => signalbox.preferences.list({ limit: 200 }, { signal }),
    select: (page) => page.data.filter(({ id }) => id !== preferenceId),
  });
}

/** Starts, changes or, without a setting, ends the experiment: each is a new version of the preference. */
export function useExperimentChange(
  preference: Preference,
): Action<[setting: ExperimentSetting | undefined, policy?: PreferencePolicy]> {
  const client = useQueryClient();
  return useAction(
    (setting, policy = preference.policy) =>
      signalbox.preferences.update(preference.id, {
        policy: withMember(policy, "experiment", setting),
        expected_version: preference.version,
      }),
    {
      onDone: (saved) => {
        client.setQueryData(PREFERENCE_KEYS.one(preference.id), saved);
        void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.all });
        void client.invalidateQueries({ queryKey: PREFERENCE_KEYS.experiments(preference.id) });
        const isOn = saved.policy.experiment !== undefined;
        showToast(`Version ${saved.version}: the experiment ${isOn ? "runs" : "has ended"}.`);
      },
    },
  );
}
