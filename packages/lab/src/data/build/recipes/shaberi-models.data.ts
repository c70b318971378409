// The models of shaberi that anybody can call or run: neither steps of its authors' own training nor copies at a lower precision.
// A file is named after a publisher and a model with two underscores between them; other files name their model after a space.
// Where two files name one model, the later one counts.
const FILES = `
AXCXEPT__EZO-Qwen2.5-72B-Instruct
AXCXEPT__Llama-3.1-8B-EZO-1.1-it
AXCXEPT__Qwen3-EZO-8B-beta
AXCXEPT__Qwen3-EZO-8B-beta-nothink
Aratako__calm3-22b-RP-v2
CohereForAI__aya-23-35b
CohereForAI__aya-expanse-32b
CohereForAI__c4ai-command-r-plus
CohereForAI__c4ai-command-r-plus-08-2024
CohereForAI__c4ai-command-r-v01
DataPilot__ArrowPro-7B-KUJIRA
DataPilot__ArrowPro-7B-RobinHood
Deepreneur__blue-lizard
FuseAI__FuseO1-DeepSeekR1-QwQ-SkyT1-32B-Preview
HuggingFaceH4__zephyr-7b-beta
LiquidAI__LFM2-1.2B
LiquidAI__LFM2-2.6B
LiquidAI__LFM2-350M
LiquidAI__LFM2-350M-ENJP-MT
LiquidAI__LFM2-8B-A1B
Llama-3.1-Tulu-3-405B-FP8-Dynamic
Nexusflow__Athene-V2-Chat
Nexusflow__Starling-LM-7B-beta
NousResearch__Hermes-3-Llama-3.1-405B
Qwen__Qwen1.5-14B-Chat
Qwen__Qwen1.5-32B-Chat
Qwen__Qwen1.5-72B-Chat
Qwen__Qwen1.5-7B-Chat
Qwen__Qwen2-7B-Instruct
Qwen__Qwen2.5-1.5B-Instruct
Qwen__Qwen2.5-14B-Instruct
Qwen__Qwen2.5-32B-Instruct
Qwen__Qwen2.5-72B-Instruct
Qwen__Qwen2.5-7B-Instruct
Qwen__Qwen3-0.6B
Qwen__Qwen3-235B-A22B
Qwen__Qwen3-235B-A22B-nothink
Qwen__Qwen3-30B-A3B
Qwen__Qwen3-30B-A3B-Instruct-2507
Qwen__Qwen3-30B-A3B-nothink
Qwen__Qwen3-8B
Qwen__Qwen3-8B-nothink
Rakuten__RakutenAI-2.0-8x7B-instruct
Rakuten__RakutenAI-2.0-mini-instruct
Rakuten__RakutenAI-7B-chat
SakanaAI__TinySwallow-1.5B-Instruct
THUDM__glm-4-9b-chat
abeja__ABEJA-QwQ32b-Reasoning-Japanese-v1.0
abeja__ABEJA-Qwen2.5-32b-Japanese-v0.1
abeja__ABEJA-Qwen2.5-32b-Japanese-v1.0
allenai__Llama-3.1-Tulu-3-70B
allenai__Llama-3.1-Tulu-3-8B
allenai__Llama-3.1-Tulu-3.1-8B
allenai__OLMo-2-1124-13B-Instruct
allenai__OLMo-2-1124-7B-Instruct
allenai__Olmo-3-7B-Instruct
claude-3-5-sonnet-20240620
claude-3-haiku-20240307
claude-3-opus-20240229
claude-3-sonnet-20240229
cognitivecomputations__dolphin-2.9.2-qwen2-7b
cyberagent__Llama-3.1-70B-Japanese-Instruct-2407
cyberagent__Mistral-Nemo-Japanese-Instruct-2408
cyberagent__calm2-7b-chat
cyberagent__calm3-22b-chat
dahara1__DeepSeek-R1-Distill-Qwen-14B-unsloth-jpn
deepseek-ai__DeepSeek-R1
deepseek-ai__DeepSeek-V2.5-1210
deepseek-ai__DeepSeek-V3
deepseek-ai__DeepSeek-V3-0324
deepseek-chat
deepseek__deepseek-chat deepseek-chat
elyza__ELYZA-Shortcut-1.0-Qwen-32B
elyza__ELYZA-Thinking-1.0-Qwen-32B
elyza__ELYZA-japanese-Llama-2-13b-instruct
elyza__ELYZA-japanese-Llama-2-7b-instruct
elyza__Llama-3-ELYZA-JP-8B
fireworks_ai__accounts__fireworks__models__llama-v3p1-405b-instruct meta-llama/Llama-3.1-405B-Instruct(fireworks)
fireworks_ai__accounts__fireworks__models__llama-v3p1-70b-instruct meta-llama/Llama-3.1-70B-Instruct(fireworks)
fireworks_ai__accounts__fireworks__models__llama-v3p1-8b-instruct meta-llama/Llama-3.1-8B-Instruct(fireworks)
flux-inc__Flux-Japanese-Qwen2.5-32B-Instruct-V1.0
gemini-1.5-flash
gemini-1.5-pro
gemini-2.0-flash
gemini-3-pro-preview
gemini__gemini-2.5-flash gemini-2.5-flash
gemini__gemini-2.5-pro gemini-2.5-pro
google__gemma-2-9b-it
google__gemma-3-12b-it
google__gemma-3-270m-it
google__gemma-3-27b-it
google__gemma-3-4b-it
gpt-3.5-turbo-0125
gpt-4-turbo-2024-04-09
gpt-4-turbo-preview
gpt-4.5-preview-2025-02-27
gpt-4o-2024-05-13
gpt-4o-2024-08-06
gpt-4o-2024-11-20
gpt-4o-mini
gpt-5-2025-08-07
gpt-5-mini-2025-08-07
gpt-5-nano-2025-08-07
ibm-granite__granite-4.0-h-small
inclusionAI__Ling-flash-2.0
karakuri-ai__karakuri-lm-70b-chat-v0.1
karakuri-ai__karakuri-lm-8x7b-chat-v0.1
karakuri-ai__karakuri-lm-8x7b-instruct-v0.1
lightblue__ao-karasu-72B
lightblue__qarasu-14B-chat-plus-unleashed
llm-jp__llm-jp-3-172b-beta2-instruct2
llm-jp__llm-jp-3-7.2b-instruct3
llm-jp__llm-jp-3.1-13b-instruct4
llm-jp__llm-jp-3.1-8x13b-instruct4
meta-llama__Llama-2-13b-chat-hf
meta-llama__Llama-2-7b-chat-hf
meta-llama__Llama-3.1-405B-Instruct
meta-llama__Llama-3.1-8B-Instruct
meta-llama__Llama-3.2-1B-Instruct
meta-llama__Llama-3.2-3B-Instruct
meta-llama__Llama-3.3-70B-Instruct
meta-llama__Llama-4-Scout-17B-16E-Instruct
meta-llama__Meta-Llama-3-70B-Instruct
meta-llama__Meta-Llama-3-8B-Instruct
meta-llama__Meta-Llama-3.1-8B-Instruct
microsoft__Phi-3-medium-128k-instruct
microsoft__Phi-4-mini-instruct
microsoft__Phi-4-multimodal-instruct
microsoft__phi-4
mistral__mistral-large-latest mistral-large-latest
mistralai__Ministral-8B-Instruct-2410
mistralai__Mistral-7B-Instruct-v0.1
mistralai__Mistral-7B-Instruct-v0.2
mistralai__Mistral-Large-Instruct-2407
mistralai__Mistral-Large-Instruct-2411
mistralai__Mistral-Nemo-Instruct-2407
mistralai__Mistral-Small-24B-Instruct-2501
mistralai__Mistral-Small-3.1-24B-Instruct-2503
moonshotai__Kimi-K2-Instruct-0905
nvidia__Llama-3.1-Nemotron-70B-Instruct-HF
nvidia_nim__nvidia__nemotron-4-340b-instruct nvidia/nemotron-4-340b-instruct
openai__gpt-oss-120b
openai__gpt-oss-20b
openchat__openchat-3.5-0106
openrouter__quasar-alpha
rednote-hilab__dots.llm1.inst
sbintuitions__sarashina2.2-3b-instruct-v0.1
stockmark__Stockmark-2-100B-Instruct
stockmark__Stockmark-2-100B-Instruct-beta
tiiuae__Falcon-H1-0.5B-Instruct
tiiuae__Falcon3-10B-Instruct
together_ai__google__gemma-2-27b-it google/gemma-2-27b-it
together_ai__meta-llama__Meta-Llama-3.1-405B-Instruct-Turbo meta-llama/Meta-Llama-3.1-405B-Instruct-Turbo
together_ai__meta-llama__Meta-Llama-3.1-70B-Instruct-Turbo meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo
together_ai__microsoft__WizardLM-2-8x22B microsoft/WizardLM-2-8x22B
together_ai__mistralai__Mixtral-8x22B-Instruct-v0.1 mistralai/Mixtral-8x22B-Instruct-v0.1
tokyotech-llm__Llama-3.1-Swallow-70B-Instruct-v0.3
tokyotech-llm__Llama-3.1-Swallow-8B-Instruct-v0.3
tokyotech-llm__Llama-3.1-Swallow-8B-Instruct-v0.5
tokyotech-llm__Llama-3.3-Swallow-70B-Instruct-v0.4
tokyotech-llm__Swallow-70b-instruct-v0.1
tokyotech-llm__Swallow-7b-instruct-v0.1
umiyuki__Llama-3-Umievo-itr014-Shizuko-8b
umiyuki__Umievo-itr012-Gleipnir-7B
weblab-GENIAC__Tanuki-8B-dpo-v1.0
weblab-GENIAC__Tanuki-8x8B-dpo-v1.0
xverse__XVERSE-13B-Chat
`;

/** The model's name by the name of its files. */
export const SHABERI_MODELS: ReadonlyMap<string, string> = new Map(
  FILES.trim()
    .split("\n")
    .map((line) => {
      const [file = "", model = file.replace("__", "/")] = line.split(" ");
      return [file, model] as const;
    }),
);
