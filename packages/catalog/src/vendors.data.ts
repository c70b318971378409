// Facts about vendors and hosts, one record each. A new vendor or host is a record here and nothing else.
import type { TokenizerFamily } from "@signalbox/contracts";

/** Who makes models. */
export interface Vendor {
  /** First part of the ids of its models. */
  readonly id: string;
  /** Words before a model's name that claim this vendor; the id claims it too, unless the word means a host. */
  readonly spellings?: readonly string[];
  /** Host of the price lists that sells its models first-hand; its price stands when no host is named. */
  readonly pricedAt?: string;
  /** Tokenizers by model name, the first match counts; other names are read by the family that they tell. */
  readonly tokenizers?: readonly (readonly [name: RegExp, family: TokenizerFamily])[];
  /** Models that can think but answer a plain call without it. */
  readonly answersAtOnce?: RegExp;
  /** Models that think alone, though their cards do not always say so. */
  readonly thinksAlone?: RegExp;
  /** "amazon.nova-pro" is the vendor's although the word alone means a host. */
  readonly isDottedPrefix?: boolean;
}

/** Who serves models of any vendor: clouds, gateways, programs. */
interface Host {
  /** As the price lists call it. */
  readonly id: string;
  /** As callers and gateways write it, beside the id. */
  readonly spellings?: readonly string[];
  /** Runs on the caller's own machine. */
  readonly isLocal?: boolean;
}

export const VENDORS: readonly Vendor[] = [
  {
    id: "openai",
    spellings: ["text-completion-openai"],
    pricedAt: "openai",
    tokenizers: [
      [/^(?:gpt-4o|chatgpt|gpt-4\.1|gpt-4\.5|gpt-5|gpt-6|gpt-oss|o\d|codex)/, "o200k"],
      [/^/, "cl100k"],
    ],
    answersAtOnce: /^gpt-5(?:\.\d)?-(?:chat|instant)|^gpt-5\.[1-4](?:-mini|-nano)?$/,
    thinksAlone: /^o[1-9](?:-|$)/,
  },
  {
    id: "anthropic",
    pricedAt: "anthropic",
    tokenizers: [
      [/^claude-(?:opus-4\.[789]|[a-z]+-[5-9])/, "claude-4.7"],
      [/^/, "claude"],
    ],
    answersAtOnce: /^/,
  },
  {
    id: "google",
    spellings: ["gemini", "google-ai-studio", "google-gla", "google_genai"],
    pricedAt: "google",
    tokenizers: [[/^/, "gemini"]],
    answersAtOnce: /^gemini-2\.5-flash-lite/,
    isDottedPrefix: true,
  },
  {
    id: "meta",
    spellings: ["meta-llama", "metallama"],
    tokenizers: [
      [/llama-?(?:3|4)|^muse/, "llama3"],
      [/^(?:llama-2|codellama)/, "mistral"],
    ],
  },
  {
    id: "mistral",
    spellings: ["mistralai", "mistral-ai", "codestral"],
    pricedAt: "mistral",
    answersAtOnce: /^mistral-/,
  },
  {
    id: "deepseek",
    spellings: ["deepseek-ai", "deepseekai"],
    pricedAt: "deepseek",
    tokenizers: [
      [/llama-?(?:3|4)/, "llama3"],
      [/qwen/, "qwen"],
      [/^/, "deepseek"],
    ],
    answersAtOnce: /^deepseek-v3/,
  },
  {
    id: "qwen",
    spellings: ["alibaba", "dashscope"],
    tokenizers: [
      [/llama-?(?:3|4)/, "llama3"],
      [/^/, "qwen"],
    ],
  },
  {
    id: "xai",
    spellings: ["x-ai", "xai-org", "grok", "spacexai"],
    pricedAt: "x-ai",
    answersAtOnce: /grok-4(?:\.1)?-fast/,
  },
  {
    id: "cohere",
    spellings: ["coherelabs", "cohereforai", "cohere_chat"],
    pricedAt: "cohere",
    answersAtOnce: /^command-a-plus/,
  },
  { id: "moonshotai", spellings: ["moonshot", "kimi"], pricedAt: "moonshotai" },
  { id: "zai", spellings: ["z-ai", "zai-org", "thudm", "zhipu", "zhipuai"], pricedAt: "zai" },
  { id: "minimax", spellings: ["minimaxai"], pricedAt: "minimax" },
  {
    id: "microsoft",
    spellings: ["wizardlm", "wizardlmteam"],
    tokenizers: [
      [/^phi-4(?!-mini|-multimodal)/, "cl100k"],
      [/^phi-4-(?:mini|multimodal)/, "o200k"],
    ],
  },
  { id: "nvidia", answersAtOnce: /^llama-3\.3-nemotron-super/ },
  { id: "ai21", spellings: ["ai21labs"] },
  { id: "ibm", spellings: ["ibm-granite"] },
  { id: "perplexity", spellings: ["perplexity-ai"], pricedAt: "perplexity" },
  { id: "writer" },
  { id: "reka", spellings: ["rekaai"] },
  { id: "01-ai", spellings: ["zero-one-ai"] },
  { id: "allenai" },
  { id: "nousresearch", answersAtOnce: /^/ },
  { id: "bytedance", spellings: ["bytedance-seed"] },
  { id: "tencent" },
  { id: "baidu" },
  { id: "xiaomi", spellings: ["xiaomimimo"] },
  { id: "stepfun", spellings: ["stepfun-ai"] },
  { id: "liquid", spellings: ["liquidai"] },
  { id: "inclusionai" },
  { id: "upstage" },
  { id: "lg", spellings: ["lgai-exaone"] },
  { id: "inception" },
  { id: "arcee-ai" },
  { id: "meituan", spellings: ["meituan-longcat"] },
  { id: "huggingface", spellings: ["huggingfaceh4"] },
  { id: "lmsys" },
  { id: "tii", spellings: ["tiiuae"] },
  { id: "snowflake", spellings: ["snowflake-labs"] },
  { id: "poolside" },
  { id: "kwaipilot" },
  { id: "essentialai" },
  { id: "sarvam", spellings: ["sarvamai"] },
  { id: "servicenow", spellings: ["servicenow-ai"] },
  { id: "swiss-ai" },
  { id: "prime-intellect", spellings: ["primeintellect"] },
  { id: "deepcogito" },
  { id: "thedrummer" },
  { id: "sao10k" },
  { id: "inflection" },
  { id: "gryphe" },
  { id: "openchat" },
  { id: "naver" },
  { id: "nex-agi" },
  { id: "sakana" },
  { id: "amazon", pricedAt: "aws", answersAtOnce: /^/, isDottedPrefix: true },
];

export const HOSTS: readonly Host[] = [
  { id: "ai302" },
  { id: "ai_gateway" },
  { id: "aws", spellings: ["amazon", "bedrock", "bedrock_converse", "amazon-bedrock"] },
  { id: "anyscale" },
  { id: "avian" },
  { id: "azure", spellings: ["azure-openai", "azure_openai", "azure_ai", "azureai", "azure-ai-foundry"] },
  { id: "baseten" },
  { id: "cerebras" },
  { id: "chutes" },
  { id: "cloudflare", spellings: ["cf", "workers-ai"] },
  { id: "databricks" },
  { id: "deepinfra" },
  { id: "featherless" },
  { id: "fireworks", spellings: ["fireworks_ai", "fireworks-ai"] },
  { id: "friendliai" },
  { id: "github-copilot", spellings: ["github", "github_copilot", "github-models"] },
  {
    id: "google",
    spellings: [
      "google-vertex",
      "google-vertex-anthropic",
      "google_vertexai",
      "vertex",
      "vertex_ai",
      "vertexai",
      "vertex-ai",
    ],
  },
  { id: "groq" },
  { id: "helicone" },
  { id: "hf" },
  { id: "huggingface" },
  { id: "huggingface_cerebras" },
  { id: "huggingface_fireworks-ai" },
  { id: "huggingface_groq" },
  { id: "huggingface_hyperbolic" },
  { id: "huggingface_nebius" },
  { id: "huggingface_novita" },
  { id: "huggingface_nscale" },
  { id: "huggingface_ovhcloud" },
  { id: "huggingface_publicai" },
  { id: "huggingface_sambanova" },
  { id: "huggingface_together" },
  { id: "hyperbolic" },
  { id: "inference-net" },
  { id: "kluster" },
  { id: "lambda" },
  { id: "lambda_ai" },
  { id: "litellm" },
  { id: "litellm_proxy" },
  { id: "lm_studio", isLocal: true },
  { id: "lmstudio", isLocal: true },
  { id: "local", isLocal: true },
  { id: "modal" },
  { id: "nebius" },
  { id: "nim" },
  { id: "novita", spellings: ["novita-ai"] },
  { id: "nscale" },
  { id: "nvidia_nim" },
  { id: "oci" },
  { id: "octoai" },
  { id: "ollama", isLocal: true },
  { id: "ollama_chat", isLocal: true },
  { id: "openrouter" },
  { id: "claude-code" },
  { id: "openai-compatible" },
  { id: "openai_like" },
  { id: "ovhcloud" },
  { id: "parasail" },
  { id: "poe" },
  { id: "portkey" },
  { id: "predibase" },
  { id: "replicate" },
  { id: "requesty" },
  { id: "sagemaker" },
  { id: "sambanova" },
  { id: "scaleway" },
  { id: "siliconflow" },
  { id: "snowflake" },
  { id: "targon" },
  { id: "text-completion-inference" },
  { id: "tgi", isLocal: true },
  { id: "together", spellings: ["together-ai", "together_ai", "togetherai", "togethercomputer"] },
  { id: "v0" },
  { id: "venice" },
  { id: "vercel" },
  { id: "vercel_ai_gateway" },
  { id: "vllm", isLocal: true },
  { id: "hosted_vllm", isLocal: true },
  { id: "volcengine" },
  { id: "wandb" },
  { id: "watsonx" },
  { id: "watsonx_text" },
  { id: "xinference", isLocal: true },
  { id: "llamacpp", isLocal: true },
  { id: "llama_cpp", isLocal: true },
];
