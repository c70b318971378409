import type { ModelCatalog, ModelsAnswer } from "@signalbox/contracts";
import type { Engine } from "@signalbox/engine";

import type { ServiceContext } from "../../runtime/service-context.ts";
import { authorise, type Caller } from "../auth/authorise.ts";
import { buildAccountCatalog } from "./account-catalog.ts";
import { measureAbilities, type ModelStanding } from "./field-abilities.ts";
import { modelToWire, overrideToWire } from "./model-wire.ts";

type Standings = ReadonlyMap<string, ModelStanding>;

/** Accounts without corrections share one catalogue object, so they share one measurement. */
const measured = new WeakMap<Engine, WeakMap<ModelCatalog, Standings>>();

function standingsOf(engine: Engine, catalog: ModelCatalog): Standings {
  const byCatalog = measured.get(engine) ?? new WeakMap<ModelCatalog, Standings>();
  measured.set(engine, byCatalog);
  const known = byCatalog.get(catalog);
  if (known !== undefined) return known;
  const standings = measureAbilities(engine, catalog);
  byCatalog.set(catalog, standings);
  return standings;
}

/** Every model that the account can route to by name, its own corrections applied. */
export async function listModels(context: ServiceContext, caller: Caller): Promise<ModelsAnswer> {
  authorise(caller.principal, "models.read");
  const { accountId } = caller.principal;
  const overrides = await context.storage.modelOverrides.list({ accountId });
  const catalog = buildAccountCatalog(context.catalog, overrides);
  const standings = standingsOf(context.engine.current, catalog);
  const overridden = new Set(overrides.map((override) => override.modelId));
  const shipped = new Set(context.catalog.list().map((facts) => facts.id));
  return {
    version: catalog.version,
    data: catalog.list().map((facts) =>
      modelToWire({
        facts,
        standing: standings.get(facts.id),
        isOwn: !shipped.has(facts.id),
        isOverridden: overridden.has(facts.id),
      }),
    ),
    overrides: overrides.map(overrideToWire),
    next_cursor: null,
  };
}
