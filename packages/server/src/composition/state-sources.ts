// Where the parts of an account's state come from: the account's own catalogue and what was learned for it.
import type { ModelCatalog } from "@signalbox/contracts";
import type { Storage } from "@signalbox/storage";

import { loadLearnedPolicy } from "../services/accounts/load-learned-policy.ts";
import { loadAccountCatalog } from "../services/models/account-catalog.ts";
import type { StateSources } from "../services/accounts/account-states.ts";
import type { EngineHolder } from "./create-engine-holder.ts";
import { routePreference } from "../services/preferences/routed-preference.ts";

interface Facts {
  readonly storage: Storage;
  readonly catalog: ModelCatalog;
  readonly engine: Pick<EngineHolder, "artefactVersion">;
}

export function createStateSources({ storage, catalog, engine }: Facts): StateSources {
  return {
    storage,
    catalogOf: (accountId) => loadAccountCatalog(storage, catalog, accountId),
    route: (preference) => routePreference(storage, preference, engine.artefactVersion),
    learnedOf: (accountId, settings) =>
      loadLearnedPolicy(storage, { accountId, settings, artefactVersion: engine.artefactVersion }),
  };
}
