import type { Preference, PreferenceVersion as PreferenceVersionWire } from "@signalbox/contracts";
import type { PreferenceVersion, StoredPreference } from "@signalbox/storage";

import { toIso } from "../timestamps.ts";

export function preferenceToWire(preference: StoredPreference): Preference {
  return {
    id: preference.id,
    name: preference.name,
    version: preference.version,
    policy: preference.policy,
    created_at: toIso(preference.createdAtMs),
    updated_at: toIso(preference.updatedAtMs),
  };
}

export function versionToWire(version: PreferenceVersion, currentVersion: number): PreferenceVersionWire {
  return {
    version: version.version,
    name: version.name,
    policy: version.policy,
    created_at: toIso(version.createdAtMs),
    created_by: version.createdBy,
    restored_from: version.restoredFrom,
    is_current: version.version === currentVersion,
  };
}
