// Facts of what models take, by name without vendor and date; the first rule that fits holds. The catalogue's own facts go before
// them: windows, limits, forms of thinking, levels of effort. Sources are public reports of refusals, `owner/repo #n`.
import type { Takes } from "./takes.ts";

interface TakesRule {
  readonly names: RegExp;
  readonly takes: Takes;
  readonly sources: readonly string[];
}

const CLAUDE_LEVELS = ["low", "medium", "high", "xhigh", "max"] as const;
const THINKS_FREELY: Takes = {
  cacheMarks: true,
  thinking: "adaptive",
  efforts: CLAUDE_LEVELS,
  fixedSampling: true,
  prefill: false,
};
const OPENAI: Takes = { limitName: "max_completion_tokens", fixedSampling: true };

export const TAKES_RULES: readonly TakesRule[] = [
  {
    names: /^claude-(?:instant|2|3(?:\.5)?(?:-|$)|(?:opus|sonnet|haiku)-3)/,
    takes: { thinking: "none", efforts: [], without: ["context_management"], search: "basic" },
    sources: ["docs.claude.com/en/docs/build-with-claude/extended-thinking"],
  },
  {
    names: /^claude-opus-4\.5/,
    takes: { thinking: "budget", efforts: ["low", "medium", "high"], cacheMarks: true, search: "basic" },
    sources: [
      "docs.claude.com/en/docs/build-with-claude/effort",
      "platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool",
    ],
  },
  {
    names: /^claude-(?:opus|sonnet)-4\.6/,
    takes: { cacheMarks: true, thinking: "both", efforts: ["low", "medium", "high", "max"], prefill: false },
    sources: ["anomalyco/opencode #13768", "langchain-ai/deepagents #1585"],
  },
  {
    names: /^claude-(?:3\.7|(?:sonnet|opus|haiku)-4(?:\.[015])?(?:-|$))/,
    takes: { thinking: "budget", efforts: [], cacheMarks: true, search: "basic" },
    sources: ["anthropics/claude-code #30760", "diegosouzapw/OmniRoute #4713", "mnfst/llm-gateway #1928"],
  },
  {
    names: /^claude-/,
    takes: THINKS_FREELY,
    sources: ["earendil-works/pi #3297", "Kilo-Org/kilocode #10732", "The-PR-Agent/pr-agent #2456"],
  },
  {
    names: /^gpt-5\.4/,
    takes: { ...OPENAI, chatTools: "no_effort" },
    sources: ["openai/openai-openapi #541", "pipecat-ai/pipecat #4043", "anomalyco/opencode #5421"],
  },
  {
    names: /^gpt-(?:5\.[5-9]|[6-9])/,
    takes: { ...OPENAI, chatTools: "effort_none" },
    sources: ["jeffdafoe/llm-memory-api #178", "BerriAI/litellm #34569", "danny-avila/LibreChat #14355"],
  },
  {
    names: /^gpt-4\.1-nano/,
    takes: { search: "none" },
    sources: ["platform.openai.com/docs/guides/tools-web-search", "QuantumNous/new-api #1586"],
  },
  {
    names: /^(?:gpt-5|o\d)/,
    takes: OPENAI,
    sources: ["anomalyco/opencode #37964", "QwenLM/qwen-code #921", "tmc/langchaingo #1355"],
  },
  {
    names: /^(?:deepseek-v4|kimi-k[2-9])/,
    takes: { thoughtsBack: "reasoning_content" },
    sources: ["anomalyco/opencode #24135", "anomalyco/opencode #16318", "charmbracelet/crush #2696"],
  },
  {
    names: /^gemini-[3-9]/,
    takes: { thoughtsBack: "thought_signature" },
    sources: ["manthanabc/paws #103", "lbjlaq/Antigravity-Manager #938"],
  },
];
