// Names of the keys and preferences of decisions, deleted ones too: each is read once, however many decisions name it.
import type { DecisionSummary as DecisionSummaryWire } from "@signalbox/contracts";
import type { DecisionSummary } from "@signalbox/storage";

import type { ServiceContext } from "../../../context/service-context.ts";

type Subject = Pick<DecisionSummary, "accountId" | "keyId" | "preferenceId" | "preferenceVersion">;
type WireIds = Pick<DecisionSummaryWire, "key_id" | "preference_id">;

const distinct = <T>(values: readonly (T | null)[]): T[] => [
  ...new Set(values.filter((value) => value !== null)),
];

async function readAll(
  ids: readonly string[],
  find: (id: string) => Promise<{ readonly name: string } | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(ids.map(async (id) => [id, (await find(id))?.name] as const));
  return new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
}

export interface DecisionNames {
  readonly key_name: string | null;
  readonly preference_name: string | null;
}

/** Decisions of one account. */
export async function readNames(
  { storage }: ServiceContext,
  decisions: readonly Subject[],
): Promise<(ids: WireIds) => DecisionNames> {
  const accountId = decisions[0]?.accountId ?? "";
  const versions = new Map(decisions.map((one) => [one.preferenceId, one.preferenceVersion ?? 1]));
  const [keys, preferences] = await Promise.all([
    readAll(distinct(decisions.map(({ keyId }) => keyId)), (id) => storage.apiKeys.find({ accountId, id })),
    readAll(distinct(decisions.map(({ preferenceId }) => preferenceId)), (id) =>
      storage.preferences.findVersion({ accountId, id, version: versions.get(id) ?? 1 }),
    ),
  ]);
  return ({ key_id: keyId, preference_id: preferenceId }) => ({
    key_name: keyId === null ? null : (keys.get(keyId) ?? null),
    preference_name: preferenceId === null ? null : (preferences.get(preferenceId) ?? null),
  });
}
