// The settings of a gateway without any: the two vendors whose protocols the clients speak, with the clients' own keys, and of
// each vendor a small, a middle and a strong model.
import { newestIds, type Catalog } from "@signalbox/catalog";

import type { SettingsFile } from "./settings-file.ts";

export const DEFAULT_UPSTREAMS: NonNullable<SettingsFile["upstreams"]> = {
  anthropic: { url: "https://api.anthropic.com", protocols: ["messages"], client_key: true },
  openai: {
    url: "https://api.openai.com",
    plan_base_url: "https://chatgpt.com/backend-api/codex",
    protocols: ["chat", "responses"],
    client_key: true,
  },
};

/** Variables of a vendor's key for calls that bring none, the first that is set: of clients of other vendors, or with the gateway's key. */
export const KEY_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["ANTHROPIC_API_KEY", "CLAUDE_CODE_OAUTH_TOKEN"],
  openai: ["OPENAI_API_KEY"],
  upstream: ["SIGNALBOX_UPSTREAM_KEY"],
};

/** The newest small, middle and strong model of each default upstream, as its vendor spells them. */
export const defaultCandidates = (catalog: Pick<Catalog, "headOf">): string[] =>
  newestIds(catalog, Object.keys(DEFAULT_UPSTREAMS)).map((id) =>
    // Anthropic's interface writes versions with hyphens.
    id.startsWith("anthropic/") ? id.replaceAll(".", "-") : id,
  );

/**
 * 0 = quality alone, 10 = cost alone. Cost weighs more in easy work and quality in hard work: one dial for both sends a tenth of either
 * astray. Chosen on the tasks that were looked at, and judged by others.
 * @range 0..10
 */
export const DEFAULT_DIALS = { dial: 8, hard_dial: 3 } as const;

export const DEFAULT_PORT = 8788;
export const DEFAULT_HOST = "127.0.0.1";

/**
 * Claude's own interface takes 32 MB; its clients wait ten minutes. Tools of agents are nested some twenty levels deep, and
 * what a conversation of a million tokens holds are a few ten thousand values.
 */
export const DEFAULT_LIMITS = {
  bodyMb: 32,
  nestingMax: 500,
  valuesMax: 500_000,
  firstByteS: 300,
  idleS: 300,
  pauseS: 30,
} as const;

/** The rule that a call is decided by where neither file nor flags say it. The side calls are easy, so cost decides them. */
export const ROLE_DEFAULTS = {
  main: {},
  sub_agent: {},
  title: { dial: 10 },
  summary: { tradeoff: "cost" },
  check: { dial: 10 },
} as const;
