// Names of the schemas that stand inside others, so that generated clients have a type for each.
import {
  MessagePartSchema,
  MessageSchema,
  ProviderSchema,
  RankedCandidateSchema,
  RejectedCandidateSchema,
  SessionExplanationSchema,
  ToolSchema,
} from "@signalbox/contracts";

export const SCHEMA_NAMES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [MessagePartSchema, "MessagePart"],
  [MessageSchema, "Message"],
  [ProviderSchema, "Candidate"],
  [ToolSchema, "Tool"],
  [RankedCandidateSchema, "RankedCandidate"],
  [RejectedCandidateSchema, "RejectedCandidate"],
  [SessionExplanationSchema, "SessionExplanation"],
]);
