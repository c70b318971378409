export type {
  Ability,
  AbilityInput,
  OutputTokenEstimate,
  PromptEncoding,
  PromptInput,
  RoutingModel,
  SuccessEstimate,
} from "./model/routing-model.ts";
