import type { ModelsAnswer } from "@signalbox/contracts";
import type { Engine } from "@signalbox/engine";

import type { ServiceContext } from "../../runtime/service-context.ts";
import { authorise, type Caller } from "../auth/authorise.ts";
import { buildAccountCatalog } from "./account-catalog.ts";
import { measureAbilities, type ModelStanding } from "./field-abilities.ts";
import { modelToWire, overrideToWire } from "./model-wire.ts";

type Standings = ReadonlyMap<string, ModelStanding>;

/** The shipped models are measured once per engine; an account's own few are measured when they are asked for. */
const shippedStandings = new WeakMap<Engine, Promise<Standings>>();

function standingsOfShipped(context: ServiceContext): Promise<Standings> {
  const { current: engine } = context.engine;
  const known = shippedStandings.get(engine);
  if (known !== undefined) return known;
  const standings = measureAbilities(context.engine, context.catalog.list());
  shippedStandings.set(engine, standings);
  return standings;
}

/** Every model that the account can route to by name, its own corrections applied. */
export async function listModels(context: ServiceContext, caller: Caller): Promise<ModelsAnswer> {
  authorise(caller.principal, "models.read");
  const { accountId } = caller.principal;
  const overrides = await context.storage.modelOverrides.list({ accountId });
  const catalog = buildAccountCatalog(context.catalog, overrides);
  const overridden = new Set(overrides.map((override) => override.modelId));
  const corrected = catalog.list().filter((facts) => overridden.has(facts.id));
  const own = await measureAbilities(context.engine, corrected);
  const shippedOnes = await standingsOfShipped(context);
  const shipped = new Set(context.catalog.list().map((facts) => facts.id));
  return {
    version: catalog.version,
    data: catalog.list().map((facts) =>
      modelToWire({
        facts,
        standing: own.get(facts.id) ?? shippedOnes.get(facts.id),
        isOwn: !shipped.has(facts.id),
        isOverridden: overridden.has(facts.id),
      }),
    ),
    overrides: overrides.map(overrideToWire),
    next_cursor: null,
  };
}
