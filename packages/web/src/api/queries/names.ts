// Keys and preferences by name, for every place that shows their ids.
import type { ApiKey, CustomRouter, Member, Preference } from "@signalbox/sdk";
import { useQuery } from "@tanstack/preact-query";

import { signalbox } from "../client.ts";
import { NAMES_MAX } from "../../lib/grouping.ts";
import { API_KEY_KEYS, MEMBER_NAMES_KEY, PREFERENCE_KEYS, ROUTER_KEYS } from "./lists.ts";

export interface Names {
  readonly preferences: readonly Preference[];
  /** Revoked ones too. */
  readonly keys: readonly ApiKey[];
}

export function useNames(): Names {
  const preferences = useQuery({
    queryKey: PREFERENCE_KEYS.choices,
    queryFn: ({ signal }) => signalbox.preferences.list({ limit: NAMES_MAX }, { signal }),
  });
  const keys = useQuery({
    queryKey: API_KEY_KEYS.choices,
    queryFn: ({ signal }) => signalbox.keys.list({ limit: NAMES_MAX, include_revoked: true }, { signal }),
  });
  return { preferences: preferences.data?.data ?? [], keys: keys.data?.data ?? [] };
}

/** In any state. */
export function useRouterNames(): readonly CustomRouter[] {
  const routers = useQuery({
    queryKey: ROUTER_KEYS.choices,
    queryFn: ({ signal }) => signalbox.customRouters.list({ limit: NAMES_MAX }, { signal }),
  });
  return routers.data?.data ?? [];
}

/** Invited ones too. */
export function useMemberNames(): readonly Member[] {
  const members = useQuery({
    queryKey: MEMBER_NAMES_KEY,
    queryFn: ({ signal }) => signalbox.members.list({ limit: NAMES_MAX }, { signal }),
  });
  return members.data?.data ?? [];
}
