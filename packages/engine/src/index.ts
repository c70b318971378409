export type {
  Ability,
  AbilityInput,
  OutputTokenEstimate,
  PromptEncoding,
  PromptInput,
  RoutingModel,
  SuccessEstimate,
} from "./model/routing-model.ts";
export type {
  CandidateInput,
  Decision,
  DecisionInput,
  Engine,
  EngineOptions,
  LearnedPolicy,
  Message,
  ObservedLatency,
  PolicyDefaults,
  SessionState,
  ToolDefinition,
} from "./decide/types.ts";
