// Rulings by hand where a card's id, alias or deprecation cannot be trusted.

/** Card id -> id in the catalogue: the tuned model says that it is tuned, so that the base model keeps its own name. */
export const RENAMED: Readonly<Record<string, string>> = {
  "google/gemini-2-5-flash-preview-09-2025": "google/gemini-2.5-flash-preview-09-2025",
  "meta/llama-3.2-11b-instruct": "meta/llama-3.2-11b-vision-instruct",
  "meta/llama-3.2-90b-instruct": "meta/llama-3.2-90b-vision-instruct",
  "microsoft/phi-3-mini": "microsoft/phi-3-mini-128k-instruct",
  "microsoft/phi-3-medium": "microsoft/phi-3-medium-instruct",
  "microsoft/phi-3-small": "microsoft/phi-3-small-instruct",
  "qwen/qwen-14b": "qwen/qwen-14b-chat",
  "qwen/qwen-72b": "qwen/qwen-72b-chat",
  "qwen/qwen1.5-110b": "qwen/qwen1.5-110b-chat",
  "qwen/qwen2-vl-72b": "qwen/qwen2-vl-72b-instruct",
  "qwen/qwen2.5-vl-7b": "qwen/qwen2.5-vl-7b-instruct",
  "deepseek/deepseek-llm-67b": "deepseek/deepseek-llm-67b-chat",
  "deepseek/deepseek-coder-v2": "deepseek/deepseek-coder-v2-instruct",
  "deepseek/deepseek-coder-v2-lite": "deepseek/deepseek-coder-v2-lite-instruct",
};

/** Cards that are not one model, not a chat model, or whose name was read wrongly. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  "allenai/olmo-2.7b",
  "allenai/olmo-3.7b-instruct",
  "allenai/olmo-3.7b-think",
  "amazon/amazon-nova-experimental-chat-10-09",
  "amazon/amazon-nova-experimental-chat-10-20",
  "baidu/ernie-5.0-thinking-preview",
  "google/gemini-diffusion",
  "inception/mercury-edit-2",
  "mistral/mistral-tiny",
  "mistral/voxtral-small-24b-2507",
  "qwen/qwen-plus-0125",
  "qwen/qwen2.5-plus-1127",
  "meta/llama-13b",
  "meta/llama-65b",
  "google/palm-2",
]);

/** Aliases in the cards that belong to another model or to a base model. Compared in lower case. */
export const REJECTED_ALIASES: ReadonlySet<string> = new Set([
  "databricks-claude-sonnet-4",
  "vertex_ai/claude-3-5-sonnet@20240620",
  "anthropic.claude-3-7-sonnet-20240620-v1:0",
  "fireworks_ai/accounts/fireworks/models/deepseek-coder-v2-lite-base",
  "alibaba/qwen3-235b-a22b-thinking",
  "qwen3-235b-a22b-instruct",
  "qwen/qwen3-235b-a22b-instruct",
  "google/gemma-4-31b",
  "mistralai/mistral-small-3.1-24b-base-2503",
  "meta-llama/llama-4-scout-17b-16e",
  "meta-llama/llama-4-maverick-17b-128e",
  "allenai/olmo-3-1125-32b",
  "fireworks_ai/accounts/fireworks/models/mixtral-8x7b",
  "fireworks_ai/accounts/fireworks/models/mixtral-8x22b",
  "grok-3-reasoning",
  "upstage/solar-10.7b-v1.0",
]);

/** Deprecations in the cards that are another snapshot's, or a release date read as an end. */
export const DEPRECATION_UNKNOWN: ReadonlySet<string> = new Set([
  "google/gemini-2.5-flash-lite",
  "google/gemini-3.1-flash-lite",
  "moonshotai/moonshot-v1-8k",
  "moonshotai/moonshot-v1-32k",
  "moonshotai/moonshot-v1-128k",
  "mistral/devstral-2512",
  "openai/gpt-4",
]);
