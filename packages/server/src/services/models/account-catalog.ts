// The catalogue as one account sees it: the service's, its own corrections, its own models. Immutable; decisions use it.
import { hash } from "node:crypto";
import { catalogAt, type ModelCatalog, type ModelFacts } from "@signalbox/contracts";
import type { ModelOverride, Storage } from "@signalbox/storage";
import { mergeFacts, OWN_SOURCE } from "./merge-facts.ts";

type Spelling = Parameters<ModelCatalog["resolve"]>[0];

export const ownIdOf = (spelling: string): string => spelling.trim().toLowerCase();

/** Spellings under which a caller may name its own model. */
function ownIdsOf({ provider, model }: Spelling): readonly string[] {
  return provider === undefined ? [ownIdOf(model)] : [ownIdOf(`${provider}/${model}`), ownIdOf(model)];
}

function versionOf(base: ModelCatalog, overrides: readonly ModelOverride[]): string {
  const content = JSON.stringify(overrides.map(({ modelId, facts }) => [modelId, facts]));
  return `${base.version}+own.${hash("sha256", content, "hex").slice(0, 12)}`;
}

export function buildAccountCatalog(base: ModelCatalog, overrides: readonly ModelOverride[]): ModelCatalog {
  if (overrides.length === 0) return base;
  const known = new Map(base.list().map((facts) => [facts.id, facts]));
  const merged = new Map(
    overrides.map(({ modelId, facts }) => [modelId, mergeFacts(modelId, known.get(modelId), facts)]),
  );
  const list: readonly ModelFacts[] = [
    ...base.list().map((facts) => merged.get(facts.id) ?? facts),
    ...[...merged.values()].filter((facts) => !known.has(facts.id)),
  ];
  const atHost = (facts: ModelFacts, override: ModelFacts): ModelFacts => {
    const { shutdown: _listed, ...own } = override;
    return {
      ...own,
      ...(facts.shutdown === undefined ? {} : { shutdown: facts.shutdown }),
      ...(facts.prices === undefined || override.prices?.source === OWN_SOURCE
        ? {}
        : { prices: facts.prices }),
    };
  };
  let later: { readonly base: ModelCatalog; readonly catalog: ModelCatalog } | undefined;
  const own: ModelCatalog = {
    version: versionOf(base, overrides),
    at: (nowMs) => {
      const then = catalogAt(base, nowMs);
      if (then === base) return own;
      if (later?.base !== then) later = { base: then, catalog: buildAccountCatalog(then, overrides) };
      return later.catalog;
    },
    list: () => list,
    inherit: (spelling) => base.inherit?.(spelling),
    resolve: (spelling) => {
      const facts = base.resolve(spelling);
      if (facts === undefined)
        return ownIdsOf(spelling)
          .map((id) => merged.get(id))
          .find(Boolean);
      const override = merged.get(facts.id);
      // The same model costs differently at different hosts: an override that states no price keeps the host's.
      return override === undefined ? facts : atHost(facts, override);
    },
  };
  return own;
}

export async function loadAccountCatalog(
  storage: Storage,
  base: ModelCatalog,
  accountId: string,
): Promise<ModelCatalog> {
  return buildAccountCatalog(base, await storage.modelOverrides.list({ accountId }));
}
