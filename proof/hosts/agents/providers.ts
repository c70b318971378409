// The providers that people have: each agent must work before all of them, in its own protocol or translated.
import type { SettingsFile } from "../../../packages/gateway/src/index.ts";
import { CANDIDATES } from "../../../packages/gateway/test/open-test-gateway.ts";

export interface Provider {
  readonly name: string;
  readonly upstreams: (url: string) => NonNullable<SettingsFile["upstreams"]>;
  readonly candidates: NonNullable<SettingsFile["candidates"]>;
  /** Keys in the environment of the person, for agent and gateway alike. */
  readonly keys: Readonly<Record<string, string>>;
  /** Protocols that the server has addresses for. */
  readonly protocols: readonly string[];
}

const OPENAI = { OPENAI_API_KEY: "sk-dummy" };
const ANTHROPIC = { ANTHROPIC_API_KEY: "dummy" };
const isOf = (vendor: string): string[] => CANDIDATES.filter((label) => label.startsWith(vendor));

export const PROVIDERS: readonly Provider[] = [
  {
    name: "both vendors",
    upstreams: (url) => ({
      anthropic: { url, protocols: ["messages"], client_key: true },
      openai: { url, protocols: ["chat", "responses"], client_key: true },
    }),
    candidates: CANDIDATES,
    keys: { ...OPENAI, ...ANTHROPIC },
    protocols: ["messages", "chat", "responses"],
  },
  {
    name: "OpenAI",
    upstreams: (url) => ({ openai: { url, protocols: ["chat", "responses"], client_key: true } }),
    candidates: isOf("openai/"),
    keys: OPENAI,
    protocols: ["chat", "responses"],
  },
  {
    name: "Claude",
    upstreams: (url) => ({ anthropic: { url, protocols: ["messages"], client_key: true } }),
    candidates: isOf("anthropic/"),
    keys: ANTHROPIC,
    protocols: ["messages"],
  },
  {
    name: "local",
    upstreams: (url) => ({ local: { url } }),
    candidates: [
      { label: "local/qwen3-coder-30b", model: "qwen3-coder-30b", price: 0, context_length: 131_072 },
    ],
    keys: {},
    // The settings name none: the gateway finds out by itself.
    protocols: ["chat"],
  },
];
