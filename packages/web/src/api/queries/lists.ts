// Queries that pages share, each with the key under which its answer is kept.
import { useQuery } from "@tanstack/preact-query";
import type { UseQueryResult } from "@tanstack/preact-query";
import type { Account, Model, ModelsAnswer, AuthOptions } from "@signalbox/sdk";
import { signalbox } from "../client.ts";

export const auditLogKey = (asked: object) => ["audit-log", asked] as const;

export const playgroundKey = (request: unknown) => ["playground", request] as const;

/** Who is signed in. A 401 from any call makes it be asked again. */
export const ME_KEY = ["me"] as const;

export const MEMBERS_KEY = ["members"] as const;
/** All of them, to know them by name. */
export const MEMBER_NAMES_KEY = [...MEMBERS_KEY, "names"] as const;

export const ACCOUNT_KEYS = {
  current: ["account"],
  /** Those that the signed-in person belongs to. */
  own: ["own-accounts"],
  secondFactor: ["second-factor"],
  browserSessions: ["browser-sessions"],
} as const;

export function useAccount(enabled = true): UseQueryResult<Account> {
  return useQuery({
    queryKey: ACCOUNT_KEYS.current,
    queryFn: ({ signal }) => signalbox.account.get({ signal }),
    enabled,
  });
}

const allKeys = ["keys"] as const;

export const API_KEY_KEYS = {
  all: allKeys,
  list: (hasRevoked: boolean) => [...allKeys, hasRevoked] as const,
  /** All of them, to choose one from. */
  choices: [...allKeys, "choices"],
} as const;

const allRouters = ["custom-routers"] as const;

export const ROUTER_KEYS = {
  all: allRouters,
  list: [...allRouters, "list"],
  /** All of them, to choose one from. */
  choices: [...allRouters, "choices"],
  one: (id: string) => [...allRouters, "one", id] as const,
  common: (a: string, b: string) => [...allRouters, "common", a, b] as const,
} as const;

/** Kept reports and files to learn from. */
export const EVIDENCE_KEY = ["evidence"] as const;

const allDecisions = ["decisions"] as const;

/** Everything that a new decision or a report changes begins with `all`. */
export const DECISION_KEYS = {
  all: allDecisions,
  list: (filters: object) => [...allDecisions, "list", filters] as const,
  one: (sessionId: string) => [...allDecisions, "one", sessionId] as const,
  chain: (sessionId: string) => [...allDecisions, "chain", sessionId] as const,
  sessions: (query: object) => [...allDecisions, "sessions", query] as const,
  newest: [...allDecisions, "newest"],
  first: ["first-decision"],
} as const;

export const MODELS_KEY = ["models"] as const;

/** Catalogues change with a release, prices by the day. */
const MODELS_FRESH_MS = 300_000;

/** All of them, without what only the page of a model shows. */
export function useModels(): UseQueryResult<ModelsAnswer> {
  return useQuery({
    queryKey: MODELS_KEY,
    queryFn: ({ signal }) => signalbox.models.list({ is_brief: true, signal }),
    staleTime: MODELS_FRESH_MS,
  });
}

/** One with its scores and sources; null where there is none of this id. */
export function useModel(id: string): UseQueryResult<Model | null> {
  return useQuery({
    queryKey: [...MODELS_KEY, id],
    queryFn: async ({ signal }) =>
      (await signalbox.models.list({ q: id, signal })).data.find((one) => one.id === id) ?? null,
    staleTime: MODELS_FRESH_MS,
  });
}

/** Which ways in this installation offers. */
const AUTH_OPTIONS_KEY = ["auth-options"] as const;

export function useAuthOptions(): UseQueryResult<AuthOptions> {
  return useQuery({
    queryKey: AUTH_OPTIONS_KEY,
    queryFn: ({ signal }) => signalbox.auth.options({ signal }),
    staleTime: 60_000,
  });
}

const allPreferences = ["preferences"] as const;

/** A saved preference changes its versions and what a dry run compares with, so all of these begin with `allPreferences`. */
export const PREFERENCE_KEYS = {
  all: allPreferences,
  list: [...allPreferences, "list"],
  /** All of them, to choose one from. */
  choices: [...allPreferences, "choices"],
  one: (id: string) => [...allPreferences, "one", id] as const,
  /** The person's own; not of `allPreferences`, since what others save leaves it as it is. */
  draft: (id: string) => ["preference-draft", id] as const,
  versions: (id: string) => [...allPreferences, "versions", id] as const,
  replayVersions: (id: string) => [...allPreferences, "replay-versions", id] as const,
  dryRun: (id: string, ...asked: readonly unknown[]) => [...allPreferences, "dry-run", id, ...asked] as const,
  replay: (replayId: string | undefined) => ["replay", replayId] as const,
  /** Those that are kept. */
  replays: ["replays"],
  /** Those that have ended, of one preference or of all. */
  experiments: (id: string | undefined) => ["experiments", "ended", id] as const,
  experiment: (id: string, version: number) => ["experiments", id, version] as const,
} as const;
