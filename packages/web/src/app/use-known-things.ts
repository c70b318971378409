// Everything that can be gone to by name. Read when the palette opens; what cannot be read is left out.
import type { Model } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { signalbox } from "../api/client.ts";
import { ROUTER_KEYS, DECISION_KEYS, useModels } from "../api/queries/lists.ts";
import { useMemberNames, useNames } from "../api/queries/names.ts";
import { useGroups } from "../api/queries/overview.ts";
import { useDebounced } from "../lib/hooks.ts";
import type { Range } from "../lib/range.ts";
import type { Thing } from "./find-anything.ts";
import { DEEDS, NAV_PAGES } from "./nav-items.ts";

const PAGES: readonly Thing[] = [
  ...NAV_PAGES.map(({ label, path, key }) => ({ label, path, key, kind: "Page" })),
  ...DEEDS.map(({ label, path, also }) => ({ label, path, also, kind: "Action" })),
];

const MONTH: Range = { span: "30", from: "", to: "" };

/** The models of the account's own traffic first, then the newest. */
const ownFirst = (models: readonly Model[], used: ReadonlySet<string | null>): readonly Model[] =>
  models.toSorted(
    (a, b) =>
      Number(used.has(b.id)) - Number(used.has(a.id)) ||
      (b.released_on ?? "").localeCompare(a.released_on ?? ""),
  );

export function useKnownThings(): readonly Thing[] {
  const { preferences, keys } = useNames();
  const members = useMemberNames();
  const models = useModels().data?.data ?? [];
  const used = new Set(useGroups(MONTH, "label").data?.groups.map(({ model_id: id }) => id));
  const routers = useQuery({
    queryKey: ROUTER_KEYS.choices,
    queryFn: ({ signal }) => signalbox.customRouters.list({ limit: 200 }, { signal }),
  });
  return [
    ...PAGES,
    ...preferences.map(({ id, name }) => ({ label: name, kind: "Preference", path: `/preferences/${id}` })),
    ...(routers.data?.data ?? []).map(({ id, name }) => ({
      label: name,
      kind: "Custom router",
      path: `/custom-routers/${id}`,
    })),
    ...keys.map(({ id, name }) => ({
      label: name,
      kind: "Key, its decisions",
      path: `/decisions?key_id=${id}`,
    })),
    ...members.map(({ email }) => ({ label: email, kind: "Member", path: "/members" })),
    ...ownFirst(models, used).map(({ id }) => ({
      label: id,
      kind: "Model",
      path: `/models/${encodeURIComponent(id)}`,
    })),
  ];
}

/** As short a start of an id as is worth asking for. */
const ID_CHARS_MIN = 4;
const ID = /^[\w-]+$/;
const REST_MS = 250;
const SHOWN_MAX = 3;

/** Decisions whose id begins like this. */
export function useDecisionsById(typed: string): readonly Thing[] {
  const start = useDebounced(typed.trim(), REST_MS);
  const isId = start.length >= ID_CHARS_MIN && ID.test(start);
  const found = useQuery({
    queryKey: [...DECISION_KEYS.all, "by-id", start],
    queryFn: ({ signal }) => signalbox.decisions.list({ q: start, limit: 20 }, { signal }),
    enabled: isId,
    placeholderData: keepPreviousData,
  });
  if (!isId) return [];
  return (found.data?.data ?? [])
    .filter(({ session_id: id }) => id.startsWith(start))
    .slice(0, SHOWN_MAX)
    .map(({ session_id: id }) => ({
      label: id,
      kind: "Decision",
      path: `/decisions/${encodeURIComponent(id)}`,
    }));
}
