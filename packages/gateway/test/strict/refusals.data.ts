// Refusals of providers: facts of public reports, `owner/repo #n`, with the key words of each refusal. No provider was called, and
// vendors reword what they say: each rule has a second phrasing, and both are spoken. "{a}" and "{b}" are the numbers at fault.
import {
  at,
  cacheMarks,
  callsOfTurn,
  hasEffortOutside,
  hasOrphanCall,
  hasOrphanResult,
  hasPicture,
  isReasoningAlone,
  openTurn,
  outputOf,
  records,
  signatureOf,
  text,
  thinks,
  thoughts,
  toolTurns,
  turnsOf,
  windowOf,
  type Asked,
  type Door,
} from "./asked.ts";

export interface RefusalRule {
  readonly rule: string;
  /** Undefined for all. */
  readonly door?: Door;
  readonly model?: RegExp;
  readonly when: (asked: Asked) => boolean;
  readonly status?: number;
  /** Other members of the error. */
  readonly error?: Readonly<Record<string, string>>;
  readonly numbers?: (asked: Asked) => readonly [a: number | string, b: number];
  readonly words: string;
  readonly other: string;
  /** Empty where no public report was found. */
  readonly sources: readonly string[];
}

const CLAUDE = /^claude/;
const HAIKU = /haiku-4-5/;
const FREE = /opus-4-[78]|opus-5|sonnet-5|fable-5/;
const GPT = /^gpt-5/;
const set =
  (path: string) =>
  ({ body }: Asked): boolean =>
    at(body, path) !== undefined;
const is =
  (path: string, value: unknown) =>
  ({ body }: Asked): boolean =>
    at(body, path) === value;
const over =
  (path: string) =>
  ({ body, model }: Asked): boolean =>
    Number(at(body, path) ?? 0) > outputOf(model);
const isOfClaudePlan = (key: unknown): boolean => /^(?:Bearer )?sk-ant-oat/.test(text(key));
const hasTools = ({ body }: Asked): boolean => records(body["tools"]).length > 0;
const hasTool =
  (type: RegExp) =>
  ({ body }: Asked): boolean =>
    records(body["tools"]).some((tool) => type.test(text(tool["type"])));
const limit =
  (path: string) =>
  ({ body, model }: Asked): readonly [number, number] => [Number(at(body, path)), outputOf(model)];

const EFFORTS_GPT = ["none", "low", "medium", "high", "xhigh"];
const FOREIGN_TO_MESSAGES = ["reasoning_effort", "max_completion_tokens", "reasoning", "input", "store"];

export const REFUSALS: readonly RefusalRule[] = [
  {
    rule: "search-version",
    door: "messages",
    model: HAIKU,
    when: hasTool(/^web_search_(?!20250305)/),
    words: "tools.1: web_search_20260209 is not supported on this model",
    other: "Searches that code filters need a newer model than this one",
    sources: [],
  },
  {
    rule: "search-effort",
    door: "responses",
    model: GPT,
    when: (asked) => is("reasoning.effort", "minimal")(asked) && hasTool(/^web_search/)(asked),
    error: { param: "tools" },
    words: "The following tools cannot be used with reasoning.effort 'minimal': web_search.",
    other: "At minimal effort there is no web_search",
    sources: ["openai/codex #3559"],
  },
  {
    rule: "hosted-tool",
    door: "responses",
    model: /^gpt-4\.1/,
    when: hasTool(/^web_search/),
    error: { param: "tools" },
    words: "Hosted tool 'web_search' is not supported with gpt-4.1-2025-04-14.",
    other: "This host runs no web_search",
    sources: ["openai/codex #4881", "QuantumNous/new-api #1586"],
  },
  {
    rule: "copilot-editor",
    when: ({ path, headers }) => path.startsWith("/copilot/") && headers["editor-version"] === undefined,
    words: "bad request: missing Editor-Version header for IDE auth",
    other: "bad request: unknown editor (Editor-Version)",
    sources: ["BerriAI/litellm #13256", "alvinunreal/tmuxai #144", "leona/helix-gpt #73"],
  },
  {
    rule: "version-header",
    door: "messages",
    when: ({ headers }) => headers["anthropic-version"] === undefined,
    words: "anthropic-version: header is required",
    other: "Say which version of the interface you mean (header anthropic-version)",
    sources: [],
  },
  {
    rule: "extra-input",
    door: "messages",
    when: ({ body }) => FOREIGN_TO_MESSAGES.some((name) => body[name] !== undefined),
    words: "Extra inputs are not permitted",
    other: "The body has members that are not known here",
    sources: ["anthropics/claude-code #14135", "Aider-AI/aider #4404"],
  },
  {
    rule: "max-tokens-missing",
    door: "messages",
    when: ({ body }) => body["max_tokens"] === undefined,
    words: "max_tokens: Field required",
    other: "A bound of the answer is needed",
    sources: ["tickernelz/opencode-mem #50", "testomatio/app #1194"],
  },
  {
    rule: "effort-unsupported",
    door: "messages",
    model: HAIKU,
    when: set("output_config.effort"),
    words: "This model does not support the effort parameter.",
    other: "output_config.effort: no levels exist for this model",
    sources: ["anthropics/claude-code #30760", "anthropics/claude-code #30795"],
  },
  {
    rule: "effort-level",
    door: "messages",
    model: CLAUDE,
    when: hasEffortOutside("low", "medium", "high", "xhigh", "max"),
    words: "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
    other: "Unknown effort; one of `low`, `medium`, `high` is expected",
    sources: ["checkmarble/llmberjack #14"],
  },
  {
    rule: "adaptive-unsupported",
    door: "messages",
    model: HAIKU,
    when: is("thinking.type", "adaptive"),
    words: "adaptive thinking is not supported on this model",
    other: "thinking.type: this model knows 'enabled' and 'disabled' alone",
    sources: ["diegosouzapw/OmniRoute #4713", "mnfst/llm-gateway #1928", "askalf/dario #273"],
  },
  {
    rule: "budget-unsupported",
    door: "messages",
    model: FREE,
    when: is("thinking.type", "enabled"),
    words: '"thinking.type.enabled" is not supported for this model.',
    other: "budget_tokens cannot be given to a model that measures its own thought",
    sources: ["earendil-works/pi #3297", "Kilo-Org/kilocode #10732"],
  },
  {
    rule: "budget-small",
    door: "messages",
    model: CLAUDE,
    when: ({ body }) =>
      is("thinking.type", "enabled")({ body } as Asked) &&
      Number(at(body, "thinking.budget_tokens") ?? 0) < 1_024,
    words: "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
    other: "The budget of thought is below its least",
    sources: ["themaximalist/llm.js #30"],
  },
  {
    rule: "budget-over-max",
    door: "messages",
    model: CLAUDE,
    when: ({ body }) =>
      Number(at(body, "thinking.budget_tokens") ?? 0) >= Number(body["max_tokens"] ?? Infinity),
    words: "`max_tokens` must be greater than `thinking.budget_tokens`",
    other: "The budget of thought leaves no room for an answer",
    sources: ["ProfSynapse/nexus #17", "agentgateway/agentgateway #2856"],
  },
  {
    rule: "clear-thinking",
    door: "messages",
    model: CLAUDE,
    when: (asked) =>
      !thinks(asked) &&
      records(at(asked.body, "context_management.edits")).some(
        ({ type }) => type === "clear_thinking_20251015",
      ),
    words: "`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive",
    other: "context_management: thoughts cannot be cleared while there are none",
    sources: ["anthropics/claude-code #11971", "router-for-me/CLIProxyAPI #4957"],
  },
  {
    rule: "max-tokens-over",
    door: "messages",
    model: CLAUDE,
    when: over("max_tokens"),
    numbers: limit("max_tokens"),
    words: "max_tokens: {a} > {b}, which is the maximum allowed number of output tokens for this model",
    other: "This model answers in {b} tokens at most, and {a} were asked for",
    sources: ["continuedev/continue #4225", "BerriAI/litellm #32185"],
  },
  {
    rule: "prompt-too-long",
    door: "messages",
    when: ({ tokens, model }) => tokens > windowOf(model),
    numbers: ({ tokens, model }) => [tokens, windowOf(model)],
    words: "prompt is too long: {a} tokens > {b} maximum",
    other: "The conversation does not fit: {a} of {b} tokens",
    sources: ["anthropics/claude-code #228"],
  },
  {
    rule: "input-plus-max",
    door: "messages",
    model: CLAUDE,
    when: ({ tokens, model, body }) => tokens + Number(body["max_tokens"] ?? 0) > windowOf(model),
    numbers: ({ tokens, body }) => [`${tokens} + ${Number(body["max_tokens"])}`, 200_000],
    words:
      "input length and `max_tokens` exceed context limit: {a} > {b}, decrease input length or `max_tokens` and try again",
    other: "{a} tokens are more than the window of {b}",
    sources: ["docker/docker-agent #569", "continuedev/continue #6080"],
  },
  {
    rule: "temperature-deprecated",
    door: "messages",
    model: FREE,
    when: set("temperature"),
    words: "`temperature` is deprecated for this model.",
    other: "temperature: this model chooses by itself",
    sources: ["The-PR-Agent/pr-agent #2456", "UKGovernmentBEIS/inspect_ai #3721"],
  },
  {
    rule: "temperature-thinking",
    door: "messages",
    model: CLAUDE,
    when: (asked) => thinks(asked) && set("temperature")(asked) && !is("temperature", 1)(asked),
    words: "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.",
    other: "While it thinks the model takes temperature 1 alone",
    sources: [],
  },
  {
    rule: "signature",
    door: "messages",
    model: CLAUDE,
    when: (asked) =>
      thoughts(asked).some(
        ({ signature, data }) => !text(signature ?? data ?? "").startsWith(signatureOf(asked.model)),
      ),
    words: "messages.1.content.0: Invalid `signature` in `thinking` block",
    other: "A thought of the conversation could not be verified",
    sources: [
      "lsdefine/GenericAgent #357",
      "anthropics/anthropic-sdk-python #1598",
      "lbjlaq/Antigravity-Manager #498",
    ],
  },
  {
    rule: "thinking-first",
    door: "messages",
    model: HAIKU,
    when: (asked) =>
      is("thinking.type", "enabled")(asked) &&
      openTurn(asked).some(({ type }) => type === "tool_use") &&
      !text(openTurn(asked)[0]?.["type"]).endsWith("thinking"),
    words: "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.",
    other: "An open call of a tool must begin with the thought that led to it",
    sources: ["anomalyco/opencode #3077", "Kilo-Org/kilocode #5219"],
  },
  {
    rule: "thought-while-off",
    door: "messages",
    model: HAIKU,
    when: (asked) => !thinks(asked) && openTurn(asked).some(({ type }) => text(type).endsWith("thinking")),
    words:
      "When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.",
    other: "There is a thought although none was asked for",
    sources: ["tailcallhq/forgecode #1853"],
  },
  {
    rule: "tool-use-orphan",
    door: "messages",
    model: CLAUDE,
    when: hasOrphanCall,
    words: "`tool_use` ids were found without `tool_result` blocks immediately after",
    other: "A call of a tool has no result",
    sources: ["Kilo-Org/kilocode #5163", "anthropics/claude-code #1237"],
  },
  {
    rule: "tool-result-orphan",
    door: "messages",
    model: CLAUDE,
    when: hasOrphanResult,
    words: "unexpected `tool_use_id` found in `tool_result` blocks",
    other: "A result belongs to no call of a tool",
    sources: ["router-for-me/CLIProxyAPI #497", "anthropics/claude-code #13460"],
  },
  {
    rule: "prefill",
    door: "messages",
    model: FREE,
    when: (asked) => turnsOf(asked).at(-1)?.["role"] === "assistant",
    words:
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    other: "The last turn must be a person's",
    sources: ["anomalyco/opencode #13768", "langchain-ai/deepagents #1585"],
  },
  {
    rule: "cache-blocks",
    door: "messages",
    model: CLAUDE,
    when: (asked) => cacheMarks(asked).length > 4,
    words: "A maximum of 4 blocks with cache_control may be provided.",
    other: "Too many marks of the cache",
    sources: ["griffinmartin/opencode-claude-auth #121", "Wei-Shaw/sub2api #176"],
  },
  {
    rule: "cache-order",
    door: "messages",
    model: CLAUDE,
    when: (asked) => {
      const ttls = cacheMarks(asked).map(({ ttl }) => ttl ?? "5m");
      return ttls.lastIndexOf("1h") > ttls.indexOf("5m") && ttls.includes("5m");
    },
    words: "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
    other: "The longer of two marks comes first",
    sources: ["cnighswonger/claude-code-cache-fix #44", "headroomlabs-ai/headroom #2939"],
  },
  {
    rule: "thought-cache",
    door: "messages",
    model: CLAUDE,
    when: (asked) => thoughts(asked).some(({ cache_control: mark }) => mark !== undefined),
    words: "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
    other: "A thought carries no mark of the cache",
    sources: ["router-for-me/CLIProxyAPI #512", "Wei-Shaw/sub2api #225"],
  },
  {
    rule: "chat-max-tokens",
    door: "chat",
    model: GPT,
    when: set("max_tokens"),
    error: { param: "max_tokens", code: "unsupported_parameter" },
    words:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    other: "'max_tokens' is gone; 'max_completion_tokens' took its place",
    sources: ["anomalyco/opencode #5421", "anomalyco/opencode #37964"],
  },
  {
    rule: "chat-tools-effort",
    door: "chat",
    model: /^gpt-5\.4/,
    when: (asked) =>
      hasTools(asked) && set("reasoning_effort")(asked) && !is("reasoning_effort", "none")(asked),
    error: { param: "reasoning_effort" },
    words:
      "Function tools with reasoning_effort are not supported for this model in /v1/chat/completions. Please use /v1/responses instead.",
    other: "reasoning_effort and tools go together in /v1/responses alone",
    sources: ["openai/openai-openapi #541", "pipecat-ai/pipecat #4043"],
  },
  {
    rule: "chat-tools-default",
    door: "chat",
    model: /^gpt-5\.[5-9]/,
    when: (asked) => hasTools(asked) && !is("reasoning_effort", "none")(asked),
    error: { param: "reasoning_effort" },
    words:
      "Function tools with reasoning_effort are not supported for this model in /v1/chat/completions. Please use /v1/responses instead.",
    other: "Tools need the effort none here, or /v1/responses",
    sources: ["jeffdafoe/llm-memory-api #178", "BerriAI/litellm #34569", "danny-avila/LibreChat #14355"],
  },
  {
    rule: "chat-temperature",
    door: "chat",
    model: GPT,
    when: (asked) => set("temperature")(asked) && !is("temperature", 1)(asked),
    error: { param: "temperature", code: "unsupported_value" },
    words:
      "Unsupported value: 'temperature' does not support this value with this model. Only the default (1) value is supported.",
    other: "'temperature' is fixed",
    sources: ["QwenLM/qwen-code #921", "tmc/langchaingo #1355"],
  },
  {
    rule: "chat-effort-level",
    door: "chat",
    model: GPT,
    when: hasEffortOutside(...EFFORTS_GPT),
    error: { param: "reasoning_effort", code: "unsupported_value" },
    words:
      "Unsupported value: 'reasoning_effort' does not support this value with this model. Supported values are: 'none', 'low', 'medium', 'high', and 'xhigh'.",
    other: "The model has the efforts 'none', 'low', 'medium', 'high', 'xhigh'",
    sources: ["kaitranntt/ccs #344", "anomalyco/opencode #4451"],
  },
  {
    rule: "chat-max-over",
    door: "chat",
    model: GPT,
    when: over("max_completion_tokens"),
    numbers: limit("max_completion_tokens"),
    error: { param: "max_tokens", code: "invalid_value" },
    words: "max_tokens is too large: {a}. This model supports at most {b} completion tokens.",
    other: "{b} tokens are the most of an answer; {a} is more",
    sources: [],
  },
  {
    rule: "chat-context",
    door: "chat",
    when: ({ tokens, model }) => tokens > windowOf(model),
    numbers: ({ tokens, model }) => [windowOf(model), tokens],
    error: { param: "messages", code: "context_length_exceeded" },
    words:
      "This model's maximum context length is {a} tokens. However, your messages resulted in {b} tokens.",
    other: "The conversation exceeds the model's window ({b} of {a})",
    sources: ["dimagi/open-chat-studio #463"],
  },
  {
    rule: "chat-image",
    door: "chat",
    model: /^deepseek/,
    when: hasPicture,
    words: "unknown variant `image_url`, expected `text`",
    other: "Pictures cannot be read here",
    sources: ["1jehuang/jcode #310", "jxxghp/MoviePilot #5863"],
  },
  {
    rule: "chat-reasoning-back",
    door: "chat",
    model: /^deepseek-v4/,
    when: (asked) =>
      toolTurns(asked).some(
        ({ reasoning_content: thought }) => typeof thought !== "string" || thought === "",
      ),
    words: "The `reasoning_content` in the thinking mode must be passed back to the API.",
    other: "A call of a tool came back without the thought before it",
    sources: ["anomalyco/opencode #24135", "mnfst/modelparams.dev #29"],
  },
  {
    rule: "chat-tool-orphan",
    door: "chat",
    when: hasOrphanCall,
    error: { param: "messages" },
    words:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
    other: "A call of a tool has no result",
    sources: ["QwenLM/qwen-code #606", "BerriAI/litellm #10083"],
  },
  {
    rule: "gemini-signature",
    door: "chat",
    model: /^gemini-3/,
    when: (asked) =>
      callsOfTurn(asked).some((call) => at(call, "extra_content.google.thought_signature") === undefined),
    words: "Function call is missing a thought_signature in functionCall parts.",
    other: "The signature of a call of this turn is not there",
    sources: ["manthanabc/paws #103", "lbjlaq/Antigravity-Manager #938"],
  },
  {
    rule: "resp-encrypted",
    door: "responses",
    model: GPT,
    when: (asked) =>
      turnsOf(asked).some(
        ({ type, encrypted_content: sealed }) =>
          type === "reasoning" && sealed !== undefined && !text(sealed).startsWith(signatureOf(asked.model)),
      ),
    error: { code: "invalid_encrypted_content" },
    words: "The encrypted content could not be verified.",
    other: "A reasoning item is not of this model",
    sources: ["openai/codex #17541", "openai/codex #8611"],
  },
  {
    rule: "resp-reasoning-follow",
    door: "responses",
    model: GPT,
    when: isReasoningAlone,
    error: { param: "input" },
    words: "Item of type 'reasoning' was provided without its required following item.",
    other: "Behind a reasoning item its outcome is missing",
    sources: ["vercel/ai #7099", "continuedev/continue #8933"],
  },
  {
    rule: "resp-tool-orphan",
    door: "responses",
    model: GPT,
    when: hasOrphanCall,
    error: { param: "input" },
    words: "No tool output found for function call",
    other: "A call of a function has no output",
    sources: ["router-for-me/CLIProxyAPI #2368", "tjardoo/openai-client #124"],
  },
  {
    rule: "resp-output-orphan",
    door: "responses",
    model: GPT,
    when: hasOrphanResult,
    error: { param: "input" },
    words: "No tool call found for function call output",
    other: "An output belongs to no call",
    sources: ["can1357/oh-my-pi #106", "continuedev/continue #10092"],
  },
  {
    rule: "resp-effort-level",
    door: "responses",
    model: GPT,
    when: hasEffortOutside(...EFFORTS_GPT),
    error: { param: "reasoning.effort", code: "unsupported_value" },
    words:
      "Unsupported value: this effort is not supported with the model. Supported values are: 'none', 'low', 'medium', 'high', and 'xhigh'.",
    other: "reasoning.effort is one of 'none', 'low', 'medium', 'high', 'xhigh'",
    sources: ["microsoft/vscode #301045", "CortexReach/memory-lancedb-pro #201"],
  },
  {
    rule: "resp-param",
    door: "responses",
    model: GPT,
    when: ({ body }) => ["temperature", "max_tokens", "messages"].some((name) => body[name] !== undefined),
    error: { code: "unsupported_parameter" },
    words: "Unsupported parameter: 'temperature' is not supported with this model.",
    other: "temperature is fixed",
    sources: [],
  },
  {
    rule: "resp-context",
    door: "responses",
    model: GPT,
    when: ({ tokens, model }) => tokens > windowOf(model),
    error: { param: "input", code: "context_length_exceeded" },
    words: "Your input exceeds the context window of this model.",
    other: "The input is longer than the model reads",
    sources: ["openai/codex #2921", "the-open-agent/openagent #2344"],
  },
  {
    rule: "plan-beta",
    door: "messages",
    when: ({ headers }) =>
      isOfClaudePlan(headers.authorization) && !text(headers["anthropic-beta"]).includes("oauth-2025-04-20"),
    status: 401,
    error: { type: "authentication_error" },
    words: "OAuth authentication is currently not supported.",
    other: "This token needs a beta header",
    sources: ["anthropics/claude-code #5983", "openai/codex #36886"],
  },
  {
    rule: "plan-as-key",
    when: ({ headers }) => isOfClaudePlan(headers["x-api-key"]),
    status: 401,
    error: { type: "authentication_error" },
    words: "invalid x-api-key",
    other: "This is no key",
    sources: ["anthropics/claude-code #37205"],
  },
  {
    rule: "codex-plan-form",
    door: "responses",
    when: ({ headers, path, body }) =>
      path.includes("/backend-api/codex") &&
      (headers["chatgpt-account-id"] === undefined ||
        body["stream"] !== true ||
        body["store"] !== false ||
        body["temperature"] !== undefined ||
        body["max_output_tokens"] !== undefined ||
        records(body["input"]).some(({ role }) => role === "system")),
    words: "Stream must be set to true. Store must be set to false. Unsupported parameter: max_output_tokens",
    other: "This address takes calls as Codex writes them",
    sources: [
      "alibaba/open-code-review #1105",
      "anomalyco/opencode #39197",
      "TauricResearch/TradingAgents #1194",
    ],
  },
  {
    rule: "plan-token",
    model: GPT,
    when: ({ headers, path }) =>
      headers["chatgpt-account-id"] !== undefined && !path.includes("/backend-api/codex"),
    status: 401,
    error: { code: "missing_scope" },
    words: "You have insufficient permissions for this operation. Missing scopes: api.responses.write",
    other: "The token may not be used at this address",
    sources: ["openai/codex #34608", "openai/codex #31506"],
  },
];
