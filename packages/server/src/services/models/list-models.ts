import type { ModelsAnswer, ModelsQuery, ModelCatalog } from "@signalbox/contracts";
import { type Engine } from "@signalbox/engine";
import { createBoundedMap } from "@signalbox/engine/internals";
import type { ModelOverride } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { perContext } from "../per-context.ts";
import { buildAccountCatalog } from "./account-catalog.ts";
import { measureAbilities, type ModelStanding } from "./field-abilities.ts";
import { briefly, modelToWire, overrideToWire } from "./model-wire.ts";

/** The list of the account, narrowed to what was asked for. */
export async function findModels(
  context: ServiceContext,
  caller: Caller,
  { q = "", limit, is_brief: isBrief = false }: ModelsQuery,
): Promise<ModelsAnswer> {
  const answer = await listModels(context, caller);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && limit === undefined && !isBrief) return answer;
  const isMeant = ({ id, name }: { readonly id: string; readonly name: string }): boolean => {
    const text = `${id} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const data = answer.data.filter(isMeant).slice(0, limit);
  return { ...answer, data: isBrief ? data.map(briefly) : data };
}

type Standings = ReadonlyMap<string, ModelStanding>;

interface ListedAnswer {
  readonly engine: Engine;
  readonly version: string;
  /** The catalogue at the time of the answer: another when a price changed. */
  readonly base: ModelCatalog;
  readonly answer: ModelsAnswer;
}

/** Accounts with corrections whose last list is kept. */
const ANSWERS_MAX = 20;

const lists = perContext(() => ({
  /** The shipped models are measured once per engine; an account's own few whenever these have changed. */
  shipped: new WeakMap<Engine, Promise<Standings>>(),
  answers: createBoundedMap<ListedAnswer>(ANSWERS_MAX),
}));

async function standingsOfShipped(context: ServiceContext): Promise<Standings> {
  const { current: engine } = context.engine;
  const { shipped } = lists(context);
  const standings = shipped.get(engine) ?? measureAbilities(context.engine, context.catalog.list());
  shipped.set(engine, standings);
  try {
    return await standings;
  } catch (fault) {
    shipped.delete(engine);
    throw fault;
  }
}

/** Measures in advance, so that the page of models opens without a wait. */
export function prepareModels(context: ServiceContext): void {
  standingsOfShipped(context).catch((cause: unknown) => {
    context.logger.error({ cause }, "the models could not be measured; the next list tries again");
  });
}

async function buildAnswer(
  context: ServiceContext,
  catalog: ModelCatalog,
  overrides: readonly ModelOverride[],
): Promise<ModelsAnswer> {
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

/** Every model that the account can route to by name, its own corrections applied. The same object while nothing changes. */
async function listModels(context: ServiceContext, caller: Caller): Promise<ModelsAnswer> {
  authorise(caller.principal, "models.read");
  const { accountId } = caller.principal;
  const { current: engine } = context.engine;
  const { answers } = lists(context);
  const overrides = await context.storage.modelOverrides.list({ accountId });
  const base = context.catalog.at(context.clock.nowMs());
  const catalog = buildAccountCatalog(base, overrides);
  // All accounts without corrections have the same list.
  const owner = overrides.length === 0 ? "" : accountId;
  const version = [catalog.version, ...overrides.map(({ updatedAtMs }) => updatedAtMs)].join();
  const before = answers.get(owner);
  if (before?.engine === engine && before.version === version && before.base === base) return before.answer;
  const answer = await buildAnswer(context, catalog, overrides);
  answers.set(owner, { engine, version, base, answer });
  return answer;
}
