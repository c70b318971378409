// Where the parts of an account's state come from: the account's own catalogue and what was learned for it.
import type { ModelCatalog } from "@signalbox/contracts";
import type { Storage } from "@signalbox/storage";

import { loadAccountCatalog } from "../services/models/account-catalog.ts";
import type { StateSources } from "./account-states.ts";

export function createStateSources(storage: Storage, catalog: ModelCatalog): StateSources {
  return {
    storage,
    catalogOf: (accountId) => loadAccountCatalog(storage, catalog, accountId),
    learnedOf: () => Promise.resolve(undefined),
  };
}
