// Sources of an account's state: the account's own catalogue and what was learned for it.
import type { ModelCatalog } from "@signalbox/contracts";
import type { Storage } from "@signalbox/storage";

import type { DigestKeys } from "../context/digest-keys.ts";
import type { EngineHolder } from "../context/service-context.ts";
import { loadLearnedPolicy } from "../services/accounts/account-states.ts";
import { loadAccountCatalog } from "../services/models/account-catalog.ts";
import type { StateSources } from "../services/accounts/account-states.ts";
import { completePreference } from "../services/preferences/complete-preference.ts";

interface Facts {
  readonly storage: Storage;
  readonly catalog: ModelCatalog;
  readonly engine: Pick<EngineHolder, "artefactVersion">;
  readonly digestKeys: Pick<DigestKeys, "ofAccount">;
}

export function createStateSources({ storage, catalog, engine, digestKeys }: Facts): StateSources {
  return {
    storage,
    catalogOf: (accountId) => loadAccountCatalog(storage, catalog, accountId),
    digestKeyOf: async (account) => (await digestKeys.ofAccount(account))[0],
    completePreference: (preference) => completePreference(storage, preference, engine.artefactVersion),
    learnedOf: (accountId, settings) =>
      loadLearnedPolicy(storage, { accountId, settings, artefactVersion: engine.artefactVersion }),
  };
}
