// Which words before a model name are vendors (the model must be theirs), hosts (they serve anybody's models) or mere path.

/** Namespace as written -> vendor of the catalogue. Models under such a namespace must belong to that vendor. */
export const VENDOR_BY_NAMESPACE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    openai: "openai",
    "text-completion-openai": "openai",
    anthropic: "anthropic",
    gemini: "google",
    "google-ai-studio": "google",
    meta: "meta",
    "meta-llama": "meta",
    metallama: "meta",
    mistral: "mistral",
    mistralai: "mistral",
    "mistral-ai": "mistral",
    codestral: "mistral",
    deepseek: "deepseek",
    "deepseek-ai": "deepseek",
    deepseekai: "deepseek",
    qwen: "qwen",
    alibaba: "qwen",
    dashscope: "qwen",
    xai: "xai",
    "x-ai": "xai",
    "xai-org": "xai",
    grok: "xai",
    cohere: "cohere",
    coherelabs: "cohere",
    cohereforai: "cohere",
    cohere_chat: "cohere",
    moonshot: "moonshotai",
    moonshotai: "moonshotai",
    kimi: "moonshotai",
    zai: "zai",
    "z-ai": "zai",
    "zai-org": "zai",
    thudm: "zai",
    zhipu: "zai",
    zhipuai: "zai",
    minimax: "minimax",
    minimaxai: "minimax",
    microsoft: "microsoft",
    nvidia: "nvidia",
    ai21: "ai21",
    ai21labs: "ai21",
    ibm: "ibm",
    "ibm-granite": "ibm",
    perplexity: "perplexity",
    "perplexity-ai": "perplexity",
    writer: "writer",
    reka: "reka",
    rekaai: "reka",
    "01-ai": "01-ai",
    "zero-one-ai": "01-ai",
    allenai: "allenai",
    nousresearch: "nousresearch",
    bytedance: "bytedance",
    "bytedance-seed": "bytedance",
    tencent: "tencent",
    baidu: "baidu",
    xiaomi: "xiaomi",
    xiaomimimo: "xiaomi",
    stepfun: "stepfun",
    "stepfun-ai": "stepfun",
    liquid: "liquid",
    liquidai: "liquid",
    inclusionai: "inclusionai",
    upstage: "upstage",
    lg: "lg",
    "lgai-exaone": "lg",
    inception: "inception",
    "arcee-ai": "arcee-ai",
    meituan: "meituan",
    "meituan-longcat": "meituan",
    huggingfaceh4: "huggingface",
    lmsys: "lmsys",
    wizardlm: "microsoft",
    wizardlmteam: "microsoft",
    tii: "tii",
    tiiuae: "tii",
    "snowflake-labs": "snowflake",
    poolside: "poolside",
    kwaipilot: "kwaipilot",
    essentialai: "essentialai",
    sarvam: "sarvam",
    sarvamai: "sarvam",
    servicenow: "servicenow",
    "servicenow-ai": "servicenow",
    "swiss-ai": "swiss-ai",
    "prime-intellect": "prime-intellect",
    primeintellect: "prime-intellect",
    deepcogito: "deepcogito",
    thedrummer: "thedrummer",
    sao10k: "sao10k",
    inflection: "inflection",
    gryphe: "gryphe",
    openchat: "openchat",
    naver: "naver",
    "nex-agi": "nex-agi",
    sakana: "sakana",
  }),
);

/** Hosts and gateways: they serve models of any vendor. */
export const HOSTS: ReadonlySet<string> = new Set([
  ..."ai302 ai_gateway amazon anyscale avian aws azure azure-openai azure_ai azureai azure-ai-foundry baseten bedrock".split(
    " ",
  ),
  ..."bedrock_converse amazon-bedrock cerebras chutes cf cloudflare workers-ai databricks deepinfra featherless".split(
    " ",
  ),
  ..."fireworks fireworks_ai fireworks-ai friendliai github github-copilot github_copilot github-models google".split(
    " ",
  ),
  ..."google-vertex google-vertex-anthropic vertex vertex_ai vertexai vertex-ai groq helicone hf huggingface".split(
    " ",
  ),
  ..."huggingface_cerebras huggingface_fireworks-ai huggingface_groq huggingface_hyperbolic huggingface_nebius".split(
    " ",
  ),
  ..."huggingface_novita huggingface_nscale huggingface_ovhcloud huggingface_publicai huggingface_sambanova".split(
    " ",
  ),
  ..."huggingface_together hyperbolic inference-net kluster lambda lambda_ai litellm litellm_proxy lm_studio".split(
    " ",
  ),
  ..."lmstudio local modal nebius nim novita novita-ai nscale nvidia_nim oci octoai ollama ollama_chat openrouter".split(
    " ",
  ),
  ..."openai-compatible openai_like ovhcloud parasail poe portkey predibase replicate requesty sagemaker".split(
    " ",
  ),
  ..."sambanova scaleway siliconflow snowflake targon text-completion-inference tgi together together-ai".split(
    " ",
  ),
  ..."together_ai togetherai togethercomputer v0 venice vercel vercel_ai_gateway vllm hosted_vllm volcengine".split(
    " ",
  ),
  ..."wandb watsonx watsonx_text xinference llamacpp llama_cpp".split(" "),
]);

/** Words in the middle of a path that name neither vendor nor host. */
export const PATH_WORDS: ReadonlySet<string> = new Set([
  ..."accounts models publishers deployments invoke converse inference serverless endpoints".split(" "),
  ..."global global-standard us eu apac datazone standard 1-month-commitment 6-month-commitment".split(" "),
]);

/** Cloud regions such as "us-east-1", "us-gov-west-1" or "europe-west4". */
export const REGION = /^[a-z]{2,}(-gov)?-[a-z]+-?\d+$/;

/** Prefix of a cross-region inference profile: "us.anthropic.claude-...". */
export const REGION_PREFIX = /^(?:us-gov|us|eu|apac|ap|global|jp|au|ca|sa)\./;
