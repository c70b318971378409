// The parts of a decision one by one, for the service, the laboratory and the benchmarks of this repository: they may change
// with any version.
export type { TensorStore } from "./artefact/tensor-store.ts";
export { readCandidates } from "./candidates/read-candidates.ts";
export type { ContentFeatures } from "./content/content-features.ts";
export type { DemandedLength } from "./conversation/demanded-length.ts";
export { readDemandedLength } from "./conversation/demanded-length.ts";
export type { Conversation } from "./conversation/read-conversation.ts";
export { readConversation } from "./conversation/read-conversation.ts";
export { readMessages } from "./conversation/read-messages.ts";
export { readTools } from "./conversation/read-tools.ts";
export { stripFrame } from "./conversation/strip-frame.ts";
export type { BillParts } from "./cost/expected-bill.ts";
export { INPUT_SPREAD, billEnds } from "./cost/expected-bill.ts";
export { createTokenCounter as createConversationCounter } from "./cost/input-tokens.ts";
export type { JournalledConversation } from "./decide/conversation-reading.ts";
export { sessionOfJournalled } from "./decide/conversation-reading.ts";
export type { KnownBeside } from "./decide/request-input.ts";
export type { Tiers } from "./decide/tiered-engine.ts";
export { createTieredEngine } from "./decide/tiered-engine.ts";
export type { EncoderFault, Message, OutputFormat, ToolDefinition, WarmPrompt } from "./decide/types.ts";
export { DENSE_FEATURE_COUNT } from "./encode/dense-features.ts";
export { ENCODER_IDS_MAX, encoderIdsOf } from "./encode/encoder-ids.ts";
export { poolShare } from "./encode/pool-share.ts";
export type { PromptReader, PromptReading } from "./encode/prompt-reader.ts";
export { PROMPT_TOKENS_MAX, createPromptReader } from "./encode/prompt-reader.ts";
export type { VectorStandard } from "./encode/prompt-vector.ts";
export { semanticWidthOf, writeStandardised } from "./encode/prompt-vector.ts";
export type { EncoderShape, StaticEncoder } from "./encode/static-encoder.ts";
export { loadStaticEncoder } from "./encode/static-encoder.ts";
export type { AtlasParameters, FactorPosterior } from "./estimate/ability-atlas.ts";
export {
  ATLAS_FACTS,
  conditionFactors,
  predictColumn,
  transformFacts,
  transformScore,
} from "./estimate/ability-atlas.ts";
export { addScaled, dot } from "./estimate/kernels.ts";
export type { Network, NetworkShape } from "./estimate/network.ts";
export { loadNetwork, loadingCountOf } from "./estimate/network.ts";
export { OUTPUT_SHAPE, OUTPUT_TOKEN_CONSTANTS } from "./estimate/output-tokens.ts";
export type {
  CandidateRecord,
  ObjectiveRecord,
  RejectionRecord,
  SessionRecord,
} from "./explain/decision-record.ts";
export type { OwnAbilityFacts } from "./model/ability-input.ts";
export { abilityInputOf } from "./model/ability-input.ts";
export type {
  Ability,
  AbilityInput,
  EncoderNeed,
  OutputTokenEstimate,
  PromptEncoding,
  PromptInput,
  PromptWords,
  SuccessEstimate,
} from "./model/routing-model.ts";
export { withVectors } from "./model/with-vectors.ts";
export type { BoundedMap } from "./session/bounded-map.ts";
export { createBoundedMap } from "./session/bounded-map.ts";
export type { SessionClock, SessionTurn } from "./session/continue-session.ts";
export { resumeTurn } from "./session/continue-session.ts";
export { timeOrderedId } from "./session/time-ordered-id.ts";
export type { TokenBuffer } from "./text/tokenise.ts";
export { createTokenBuffer, tokenise } from "./text/tokenise.ts";
export type { Vocabulary } from "./text/vocabulary.ts";
export { buildVocabulary } from "./text/vocabulary.ts";
export type { TokenCounter } from "./tokens/estimate-tokens.ts";
export { TOKEN_SCAN_CHARS_MAX, createTokenCounter, estimateTokens } from "./tokens/estimate-tokens.ts";
export type { PartKind } from "./tokens/part-tokens.ts";
export { MESSAGE_FRAME_TOKENS, estimatePartTokens } from "./tokens/part-tokens.ts";
export type { ToolText, ToolTokenCounter } from "./tokens/tool-tokens.ts";
export { createToolTokenCounter, estimateToolTokens } from "./tokens/tool-tokens.ts";
