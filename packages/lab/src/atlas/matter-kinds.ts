// Which kinds of carried text the training part of the atlas has: texts of the fifth that judges are left out.
import type { Atlas } from "./atlas.ts";
import type { MatterKind } from "./drills.ts";

const KIND_OF_FEATURE: Readonly<Record<string, MatterKind>> = {
  code_matter: "code",
  log_matter: "log",
  table_matter: "table",
};

/** Texts by kind: those of requests in the order in which these name them, then those that no request names. */
export function openMatterByKind({
  entries,
  texts,
  spareTexts,
}: Pick<Atlas, "entries" | "texts" | "spareTexts">): ReadonlyMap<MatterKind, readonly string[]> {
  const kinds = new Map<string, MatterKind>();
  for (const { isHeldOut, matter, features } of entries) {
    if (isHeldOut) continue;
    const kind = features.map((feature) => KIND_OF_FEATURE[feature]).find((each) => each !== undefined);
    for (const name of matter) if (kind !== undefined || !kinds.has(name)) kinds.set(name, kind ?? "text");
  }
  const byKind = new Map<MatterKind, string[]>();
  for (const [name, kind] of kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), texts.get(name) ?? ""]);
  for (const [kind, spare] of spareTexts) byKind.set(kind, [...(byKind.get(kind) ?? []), ...spare]);
  return byKind;
}
