// Which members of a request are read, and which of the dialects that clients speak cannot matter for the choice.
import {
  MessagePartSchema,
  MessageSchema,
  ProviderSchema,
  SelectRequestSchema,
  ToolSchema,
} from "./request.ts";

/** Sent by clients of model providers and of other routers; they change how a model is called, not which. */
export const IGNORED_FIELDS = [
  "background",
  "betas",
  "cache_control",
  "client_metadata",
  "container",
  "context_management",
  "default",
  "extra_body",
  "extra_headers",
  "frequency_penalty",
  "kwargs",
  "logit_bias",
  "logprobs",
  "max_tool_calls",
  "mcp_servers",
  "metadata",
  "metric",
  "model",
  "n",
  "parallel_tool_calls",
  "prediction",
  "presence_penalty",
  "prompt_cache_key",
  "prompt_cache_retention",
  "provider",
  "response_model",
  "safety_identifier",
  "seed",
  "stop",
  "stop_sequences",
  "store",
  "stream",
  "stream_options",
  "temperature",
  "timeout",
  "tool_choice",
  "top_k",
  "top_logprobs",
  "top_p",
  "topk_models",
  "truncation",
  "type",
  "user",
  "user_id",
  "verbosity",
  "web_search_options",
] as const;

/** Members of a candidate that clients of other routers send. */
export const IGNORED_CANDIDATE_FIELDS = ["is_custom", "kwargs", "openrouter_model", "system_prompt"] as const;

export const READ_FIELDS: readonly string[] = Object.keys(SelectRequestSchema.properties);
export const READ_CANDIDATE_FIELDS: readonly string[] = Object.keys(ProviderSchema.properties);
export const READ_MESSAGE_FIELDS: readonly string[] = Object.keys(MessageSchema.properties);
export const READ_PART_FIELDS: readonly string[] = Object.keys(MessagePartSchema.properties);
export const READ_TOOL_FIELDS: readonly string[] = Object.keys(ToolSchema.properties);

/** Names that `include` can hold. */
export const INCLUDES = ["explanation", "ranking", "warnings"] as const;
