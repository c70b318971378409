// Models without a card that have recorded outcomes or a price: the few facts that their names and model pages state.
import type { ModelCard } from "./read-inputs.ts";

interface SupplementRow {
  readonly id: string;
  readonly name: string;
  readonly paramsB?: number;
  readonly contextTokens?: number;
  readonly isOpen: boolean;
  readonly aliases?: readonly string[];
}

const ROWS: readonly SupplementRow[] = [
  {
    id: "openai/gpt-4-32k",
    name: "GPT-4 32K",
    contextTokens: 32_768,
    isOpen: false,
    aliases: ["gpt-4-32k-0613"],
  },
  {
    id: "openai/gpt-3.5-turbo-16k",
    name: "GPT-3.5 Turbo 16K",
    contextTokens: 16_385,
    isOpen: false,
    aliases: ["gpt-35-turbo-16k", "gpt-3.5-turbo-16k-0613"],
  },
  {
    id: "microsoft/phi-3-mini-4k-instruct",
    name: "Phi-3 Mini 4K",
    paramsB: 3.8,
    contextTokens: 4096,
    isOpen: true,
    aliases: ["phi-3-mini-4k"],
  },
  {
    id: "meta/codellama-7b-instruct",
    name: "Code Llama 7B Instruct",
    paramsB: 7,
    contextTokens: 16_384,
    isOpen: true,
    aliases: ["codellama-7b-instruct-hf"],
  },
  {
    id: "meta/codellama-13b-instruct",
    name: "Code Llama 13B Instruct",
    paramsB: 13,
    contextTokens: 16_384,
    isOpen: true,
    aliases: ["codellama-13b-instruct-hf"],
  },
  {
    id: "mistral/mathstral-7b",
    name: "Mathstral 7B",
    paramsB: 7.2,
    contextTokens: 32_768,
    isOpen: true,
    aliases: ["mathstral-7b-v0.1"],
  },
  {
    id: "qwen/qwen2-0.5b-instruct",
    name: "Qwen2 0.5B Instruct",
    paramsB: 0.5,
    contextTokens: 32_768,
    isOpen: true,
  },
  {
    id: "qwen/qwen2-1.5b-instruct",
    name: "Qwen2 1.5B Instruct",
    paramsB: 1.5,
    contextTokens: 32_768,
    isOpen: true,
  },
  {
    id: "qwen/qwen2.5-0.5b-instruct",
    name: "Qwen2.5 0.5B Instruct",
    paramsB: 0.5,
    contextTokens: 32_768,
    isOpen: true,
  },
  {
    id: "qwen/qwen2.5-1.5b-instruct",
    name: "Qwen2.5 1.5B Instruct",
    paramsB: 1.5,
    contextTokens: 32_768,
    isOpen: true,
  },
  {
    id: "qwen/qwen2.5-3b-instruct",
    name: "Qwen2.5 3B Instruct",
    paramsB: 3,
    contextTokens: 32_768,
    isOpen: true,
  },
  { id: "01-ai/yi-1.5-6b-chat", name: "Yi 1.5 6B Chat", paramsB: 6, contextTokens: 4096, isOpen: true },
  { id: "01-ai/yi-1.5-9b-chat", name: "Yi 1.5 9B Chat", paramsB: 9, contextTokens: 4096, isOpen: true },
  { id: "01-ai/yi-6b-chat", name: "Yi 6B Chat", paramsB: 6, contextTokens: 4096, isOpen: true },
  { id: "01-ai/yi-large", name: "Yi Large", contextTokens: 32_768, isOpen: false },
  { id: "reka/reka-core-20240501", name: "Reka Core (May 2024)", contextTokens: 128_000, isOpen: false },
  {
    id: "reka/reka-flash-20240226",
    name: "Reka Flash (February 2024)",
    paramsB: 21,
    contextTokens: 128_000,
    isOpen: false,
  },
  { id: "zai/glm-4-9b-chat", name: "GLM-4 9B Chat", paramsB: 9, contextTokens: 131_072, isOpen: true },
  {
    id: "deepseek/deepseek-coder-33b-instruct",
    name: "DeepSeek Coder 33B Instruct",
    paramsB: 33,
    contextTokens: 16_384,
    isOpen: true,
  },
  {
    id: "deepseek/deepseek-coder-6.7b-instruct",
    name: "DeepSeek Coder 6.7B Instruct",
    paramsB: 6.7,
    contextTokens: 16_384,
    isOpen: true,
  },
  {
    id: "tii/falcon-40b-instruct",
    name: "Falcon 40B Instruct",
    paramsB: 40,
    contextTokens: 2048,
    isOpen: true,
  },
  { id: "tii/falcon-7b-instruct", name: "Falcon 7B Instruct", paramsB: 7, contextTokens: 2048, isOpen: true },
  { id: "lmsys/vicuna-13b-v1.5", name: "Vicuna 13B v1.5", paramsB: 13, contextTokens: 4096, isOpen: true },
  { id: "lmsys/vicuna-7b-v1.5", name: "Vicuna 7B v1.5", paramsB: 7, contextTokens: 4096, isOpen: true },
  { id: "microsoft/phi-2", name: "Phi-2", paramsB: 2.7, contextTokens: 2048, isOpen: true },
  { id: "google/codegemma-7b-it", name: "CodeGemma 7B IT", paramsB: 7, contextTokens: 8192, isOpen: true },
  {
    id: "perplexity/llama-3.1-sonar-large-128k-online",
    name: "Sonar Large Online (Llama 3.1 70B)",
    contextTokens: 127_072,
    isOpen: false,
  },
  {
    id: "perplexity/llama-3.1-sonar-small-128k-online",
    name: "Sonar Small Online (Llama 3.1 8B)",
    contextTokens: 127_072,
    isOpen: false,
  },
  {
    id: "moonshotai/kimi-k2-thinking-turbo",
    name: "Kimi K2 Thinking Turbo",
    contextTokens: 262_144,
    isOpen: false,
  },
];

/** The rows as cards, every other field unknown. */
export const SUPPLEMENT: readonly ModelCard[] = ROWS.map((row) => ({
  id: row.id,
  aliases: row.aliases ?? [],
  vendor: row.id.slice(0, row.id.indexOf("/")),
  name: row.name,
  family: null,
  released: null,
  deprecated: null,
  deprecation_date: null,
  context_tokens: row.contextTokens ?? null,
  max_output_tokens: null,
  input_modalities: ["text"],
  output_modalities: ["text"],
  tools: null,
  structured_output: null,
  reasoning: null,
  open_weights: row.isOpen,
  params_b: row.paramsB ?? null,
  active_params_b: null,
  price_usd_per_mtok: null,
  price_source: null,
  speed: null,
  sources: [],
  source_repos: [],
  single_source: true,
}));
