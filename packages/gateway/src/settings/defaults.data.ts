// The settings that a gateway that was told nothing works with: the two vendors whose protocols the clients speak, with the
// clients' own keys, and of each vendor a cheap, a middle and a strong model.
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

/** The variable where the key of a vendor lies when clients must show that of the gateway. */
export const KEY_VARIABLES: Readonly<Record<string, string>> = {
  anthropic: "ANTHROPIC_API_KEY",
  openai: "OPENAI_API_KEY",
  upstream: "SIGNALBOX_UPSTREAM_KEY",
};

export const DEFAULT_CANDIDATES = [
  "anthropic/claude-haiku-4-5",
  "anthropic/claude-sonnet-5",
  "anthropic/claude-opus-4-8",
  "openai/gpt-5.4-nano",
  "openai/gpt-5.4-mini",
  "openai/gpt-5.5",
];

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
