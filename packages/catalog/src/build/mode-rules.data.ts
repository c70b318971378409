// Which modes models have and which one a plain call gets, by vendor and name; the first rule that matches counts. For models whose
// own facts do not say it; a rule ends with the models that its vendor had when it was written.
// Single facts from the vendors' own pages on reasoning effort and thinking.
import type { Mode } from "@signalbox/contracts";

export interface ModeRule {
  readonly vendor: string;
  /** Matches the name without its vendor. */
  readonly names: RegExp;
  readonly default: Mode;
  readonly modes: readonly Mode[];
  readonly source: string;
}

const OPENAI = "platform.openai.com/docs/guides/reasoning";
const ANTHROPIC = "docs.claude.com/en/docs/build-with-claude/extended-thinking";
const ANTHROPIC_EFFORT = "docs.claude.com/en/docs/build-with-claude/effort";
const GOOGLE = "ai.google.dev/gemini-api/docs/thinking";
const XAI = "docs.x.ai/docs/guides/reasoning";
const DEEPSEEK = "api-docs.deepseek.com/guides/thinking_mode";
const QWEN = "qwen.readthedocs.io/en/latest/getting_started/quickstart.html";

export const MODE_RULES: readonly ModeRule[] = [
  rule("openai", /-(?:chat|instant)/, "none", ["none"], OPENAI),
  rule("openai", /^gpt-5(?:\.\d)?-pro|^o\d-pro/, "high", ["medium", "high", "xhigh"], OPENAI),
  rule(
    "openai",
    /^gpt-5\.1-codex-max|^gpt-5\.[2-9]-codex/,
    "medium",
    ["low", "medium", "high", "xhigh"],
    OPENAI,
  ),
  rule("openai", /^gpt-5(?:\.1)?-codex/, "medium", ["low", "medium", "high"], OPENAI),
  rule("openai", /^gpt-5(?:-mini|-nano)?$/, "medium", ["minimal", "low", "medium", "high"], OPENAI),
  rule("openai", /^gpt-5\.1$/, "none", ["none", "low", "medium", "high"], OPENAI),
  rule(
    "openai",
    /^gpt-5\.[234](?:-mini|-nano)?$/,
    "none",
    ["none", "low", "medium", "high", "xhigh"],
    OPENAI,
  ),
  rule("openai", /^gpt-[56]/, "medium", ["none", "low", "medium", "high", "xhigh"], OPENAI),
  rule("openai", /^(?:o\d|gpt-oss)/, "medium", ["low", "medium", "high"], OPENAI),
  rule(
    "anthropic",
    /^claude-(?:3\.7|(?:opus|sonnet|haiku)-4(?:\.[015])?$)/,
    "none",
    ["none", "low", "medium", "high", "thinking"],
    ANTHROPIC,
  ),
  rule(
    "anthropic",
    /^claude-(?:opus|sonnet|haiku)-4/,
    "none",
    ["none", "low", "medium", "high", "xhigh"],
    ANTHROPIC_EFFORT,
  ),
  rule("google", /^gemini-2\.5-pro/, "thinking", ["low", "medium", "high", "thinking"], GOOGLE),
  rule("google", /^gemini-2\.5-flash-lite/, "none", ["none", "low", "medium", "high", "thinking"], GOOGLE),
  rule("google", /^gemini-2\.5-flash/, "thinking", ["none", "low", "medium", "high", "thinking"], GOOGLE),
  rule("google", /^gemini-3\.5-flash$/, "medium", ["minimal", "low", "medium", "high"], GOOGLE),
  rule("google", /^gemini-3(?:\.\d)?-flash-lite/, "minimal", ["minimal", "low", "medium", "high"], GOOGLE),
  rule("google", /^gemini-3(?:\.\d)?-flash/, "high", ["none", "minimal", "low", "medium", "high"], GOOGLE),
  rule("google", /^gemini-3(?:\.\d)?-pro/, "high", ["low", "medium", "high"], GOOGLE),
  rule("google", /^gemini-3/, "high", ["low", "medium", "high"], GOOGLE),
  rule("xai", /^grok-3-mini/, "low", ["low", "high"], XAI),
  rule("xai", /^grok-4(?:\.1)?-fast/, "none", ["none", "thinking"], XAI),
  rule("xai", /^grok-4\.20$/, "thinking", ["none", "thinking"], XAI),
  rule("xai", /^grok-4\.[3-9]/, "low", ["none", "low", "medium", "high"], XAI),
  rule("deepseek", /^deepseek-v3\.2-speciale/, "thinking", ["thinking"], DEEPSEEK),
  rule("deepseek", /^deepseek-v3\./, "none", ["none", "thinking"], DEEPSEEK),
  rule("deepseek", /^deepseek-v4/, "high", ["none", "high", "xhigh"], DEEPSEEK),
  rule("qwen", /-instruct$/, "none", ["none"], QWEN),
  rule("qwen", /thinking|^qwq|^qvq/, "thinking", ["thinking"], QWEN),
  rule(
    "qwen",
    /^qwen(?:3\.\d)?-(?:plus|flash|turbo)$|^qwen3-(?:[\d.]+b|max$|vl-plus)/,
    "thinking",
    ["none", "thinking"],
    QWEN,
  ),
  rule("qwen", /^qwen3\.[5-9]-/, "thinking", ["none", "thinking"], QWEN),
];

function rule(
  vendor: string,
  names: RegExp,
  ...[standard, modes, source]: readonly [Mode, readonly Mode[], string]
): ModeRule {
  return { vendor, names, default: standard, modes, source };
}
