// Lists of candidates as teams offer them, each model with the class that the atlas's guide puts it in (1 small, 2 mid, 3 standard
// flagship, 4 and 5 the best models, which think before they answer).
import type { SelectRequestWire } from "@signalbox/contracts";

type Provider = Exclude<NonNullable<SelectRequestWire["llm_providers"]>[number], string>;

interface ListedCandidate {
  readonly name: string;
  /** As it is in the request. */
  readonly provider: Provider;
  /** @range 1..5 */
  readonly tier: number;
}

const own = (name: string, attributes: Record<string, unknown>, tier: number): ListedCandidate => ({
  name,
  provider: {
    name,
    provider: "own",
    model: name,
    price: 0,
    attributes: { context_length: 32_768, ...attributes },
  },
  tier,
});
const known = (name: string, model: string, tier: number): ListedCandidate => ({
  name,
  provider: { name, model },
  tier,
});

const SOL = known("sol", "openai/gpt-5.6-sol", 5);
const LUNA = known("luna", "openai/gpt-5.6-luna", 3);
const OPUS = known("opus", "anthropic/claude-opus-4.8", 5);
const HAIKU = known("haiku", "anthropic/claude-haiku-4.5", 2);
const OSS = known("oss-20b", "openai/gpt-oss-20b", 2);

export const CANDIDATE_LISTS = {
  "list-a": [
    SOL,
    LUNA,
    OPUS,
    known("sonnet", "anthropic/claude-sonnet-5", 4),
    HAIKU,
    known("gemini-flash", "google/gemini-3.5-flash", 3),
    known("ds-flash", "deepseek/deepseek-v4-flash", 3),
    OSS,
    known("qwen", "qwen/qwen3.6-35b-a3b", 2),
  ],
  newest: [
    known("g6-sol", "openai/gpt-6-sol", 5),
    known("g6-luna", "openai/gpt-6-luna", 3),
    known("g6-astra", "openai/gpt-6-astra", 5),
    known("opus-5.5", "anthropic/claude-opus-5.5", 5),
    known("fable", "anthropic/claude-fable-5.1", 5),
    known("gemini-flash", "google/gemini-3.8-flash", 3),
    known("glm", "zai/glm-5.3", 4),
    known("grok", "xai/grok-4.6", 4),
    known("kimi", "moonshotai/kimi-k3", 4),
  ],
  old: [
    known("gpt-4", "openai/gpt-4", 3),
    known("gpt-3.5", "openai/gpt-3.5-turbo", 1),
    known("gpt-4o", "openai/gpt-4o", 3),
    known("gpt-4o-mini", "openai/gpt-4o-mini", 2),
    known("opus-3", "anthropic/claude-3-opus", 3),
    known("haiku-3", "anthropic/claude-3-haiku", 1),
    known("mixtral", "mistral/mixtral-8x7b-instruct", 1),
  ],
  two: [SOL, OSS],
  pair: [OPUS, HAIKU],
  local: [
    own("own-8b", { size: "8B" }, 1),
    own("own-70b", { size: "70B", quantisation: "q4" }, 2),
    LUNA,
    OPUS,
  ],
  /** Chat models since 2023, small ones among them. */
  chat: [
    known("llama-8b", "meta/llama-3.1-8b-instruct", 1),
    known("gemma-9b", "google/gemma-2-9b-it", 1),
    known("qwen-7b", "qwen/qwen2.5-7b-instruct", 1),
    known("gpt-3.5", "openai/gpt-3.5-turbo", 1),
    known("mixtral", "mistral/mixtral-8x7b-instruct", 1),
    known("haiku-3", "anthropic/claude-3-haiku", 1),
    OSS,
    LUNA,
    SOL,
  ],
} as const satisfies Readonly<Record<string, readonly ListedCandidate[]>>;

export type ListName = keyof typeof CANDIDATE_LISTS;
