export type {
  Ability,
  AbilityInput,
  EncoderNeed,
  OutputTokenEstimate,
  PromptEncoding,
  PromptInput,
  PromptWords,
  RoutingModel,
  SuccessEstimate,
} from "./model/routing-model.ts";
export type {
  CandidateInput,
  Decision,
  DecisionInput,
  EncoderFault,
  Engine,
  EngineOptions,
  LearnedPolicy,
  Message,
  ObservedLatency,
  PolicyDefaults,
  SessionState,
  ToolDefinition,
} from "./decide/types.ts";
export { computeAuc, prepareAuc, SUCCESS_SCORE } from "./learn/area-under-curve.ts";
export type { CorrectionBasis } from "./learn/correction-basis.ts";
export type { CorrectionModel, CorrectionPrior } from "./learn/correction-model.ts";
export { correctProbability } from "./learn/correction-model.ts";
export { stripFrame } from "./conversation/strip-frame.ts";
export { plainInput } from "./decide/plain-input.ts";
export { poolShare } from "./encode/pool-share.ts";
export type { EvidenceOptions, EvidenceRow } from "./learn/evidence-weight.ts";
export { EVIDENCE_DEFAULTS, weighEvidence } from "./learn/evidence-weight.ts";
export { armNameOf, createLearnedPolicy } from "./learn/learned-policy.ts";
export { logitOf, logLoss, sigmoid } from "./learn/logit.ts";
export type { Interval, LoggedOutcome, OffPolicyOptions } from "./learn/off-policy.ts";
export {
  bootstrapMean,
  confidenceSequence,
  doublyRobustValues,
  effectiveSampleSize,
  meanOf,
  OFF_POLICY_DEFAULTS,
  offPolicyInterval,
  varianceOf,
} from "./learn/off-policy.ts";
export type {
  CorrectionData,
  CorrectionOutcome,
  CorrectionSelection,
  CorrectionSetting,
  FittedCorrection,
} from "./learn/select-correction.ts";
export { CORRECTION_SETTINGS, fitSetting, selectCorrection } from "./learn/select-correction.ts";
export { parseCorrection, serialiseCorrection } from "./learn/serialise-correction.ts";
export type { ContentFeatures } from "./content/content-features.ts";
export type { ContentReader, ReadableContent } from "./content/content-reader.ts";
export { createContentReader } from "./content/content-reader.ts";
export { createPromptReader, PROMPT_TOKENS_MAX } from "./encode/prompt-reader.ts";
export type { PromptReader, PromptReading } from "./encode/prompt-reader.ts";
export { DENSE_FEATURE_COUNT } from "./encode/dense-features.ts";
export { ENCODER_IDS_MAX, encoderIdsOf } from "./encode/encoder-ids.ts";
export type { VectorStandard } from "./encode/prompt-vector.ts";
export { semanticWidthOf, writeStandardised } from "./encode/prompt-vector.ts";
export { addScaled, dot } from "./estimate/kernels.ts";
export type { OwnAbilityFacts } from "./model/ability-input.ts";
export { abilityInputOf } from "./model/ability-input.ts";
export { factorise, solveFactorised, solveLower, solveUpper } from "./learn/cholesky.ts";
export { createRandom, drawNormal } from "./learn/seeded-random.ts";
export type { ChangePoint } from "./learn/change-point.ts";
export { findChangePoint } from "./learn/change-point.ts";
export type { FeedbackEvidence, OnlineOptions } from "./learn/fit-online.ts";
export { fitOnline, ONLINE_DEFAULTS, weighFeedback } from "./learn/fit-online.ts";
export { checkArtefact } from "./artefact/check-artefact.ts";
export type { ArtefactBytes } from "./artefact/tensor-store.ts";
export {
  ATLAS_FACTS,
  conditionFactors,
  invertSymmetric,
  predictColumn,
  transformFacts,
  transformScore,
} from "./estimate/ability-atlas.ts";
export type { AtlasParameters, FactorPosterior } from "./estimate/ability-atlas.ts";
export { withVectors } from "./model/with-vectors.ts";
export { loadRoutingModel } from "./model/load-routing-model.ts";
export { loadingCountOf } from "./estimate/network.ts";
export { OUTPUT_SHAPE, OUTPUT_TOKEN_CONSTANTS } from "./estimate/output-tokens.ts";
export { coordinatesOf, fitBasis, withPriorLogit } from "./learn/correction-basis.ts";
export type { TensorStore } from "./artefact/tensor-store.ts";
export { loadStaticEncoder } from "./encode/static-encoder.ts";
export type { EncoderShape, StaticEncoder } from "./encode/static-encoder.ts";
export { loadNetwork } from "./estimate/network.ts";
export type { Network, NetworkShape } from "./estimate/network.ts";
export { createEngine, ENGINE_VERSION } from "./decide/create-engine.ts";
export type { Tiers } from "./decide/tiered-engine.ts";
export { createTieredEngine } from "./decide/tiered-engine.ts";
export { DEFAULT_POLICY } from "./decide/default-policy.ts";
export type { SelectRequest } from "./decide/read-select-request.ts";
export { readSelectRequest } from "./decide/read-select-request.ts";
export type { OutputFormat } from "./decide/types.ts";
export { readCandidates } from "./candidates/read-candidates.ts";
export { readMessages } from "./conversation/read-messages.ts";
export { readTools } from "./conversation/read-tools.ts";
export type { Conversation } from "./conversation/read-conversation.ts";
export { readConversation } from "./conversation/read-conversation.ts";
export type {
  CandidateRecord,
  DecisionRecord,
  ObjectiveRecord,
  RejectionRecord,
  SessionRecord,
} from "./explain/decision-record.ts";
export { explainDecision } from "./explain/explain-decision.ts";
export type { TokenCounter } from "./tokens/estimate-tokens.ts";
export { createTokenCounter, estimateTokens, TOKEN_SCAN_CHARS_MAX } from "./tokens/estimate-tokens.ts";
export type { PartKind } from "./tokens/part-tokens.ts";
export { estimatePartTokens, MESSAGE_FRAME_TOKENS } from "./tokens/part-tokens.ts";
export type { ToolText, ToolTokenCounter } from "./tokens/tool-tokens.ts";
export { createToolTokenCounter, estimateToolTokens } from "./tokens/tool-tokens.ts";
export type { BoundedMap } from "./session/bounded-map.ts";
export { createBoundedMap } from "./session/bounded-map.ts";
export type { SessionClock, SessionTurn } from "./session/continue-session.ts";
export { continueSession, resumeTurn } from "./session/continue-session.ts";
export { timeOrderedId } from "./session/time-ordered-id.ts";
export type { KnownBeside } from "./decide/request-input.ts";
export { requestInput } from "./decide/request-input.ts";
export { toSelectResponse } from "./decide/select-response.ts";
export type { WarmPrompt } from "./decide/types.ts";
export { buildVocabulary } from "./text/vocabulary.ts";
export type { Vocabulary } from "./text/vocabulary.ts";
export { createTokenBuffer, tokenise } from "./text/tokenise.ts";
export type { TokenBuffer } from "./text/tokenise.ts";
export type { JournalledConversation } from "./decide/conversation-reading.ts";
export { sessionOfJournalled } from "./decide/conversation-reading.ts";
export type { DemandedLength } from "./conversation/demanded-length.ts";
export { readDemandedLength } from "./conversation/demanded-length.ts";
export type { BillParts } from "./cost/expected-bill.ts";
export { billEnds, INPUT_SPREAD } from "./cost/expected-bill.ts";
export { createTokenCounter as createConversationCounter } from "./cost/input-tokens.ts";
// What everything here throws, for callers that have no other package of ours.
export { SignalboxError } from "@signalbox/contracts";
export type { Router, RouterAnswer, RouterOptions } from "./router/create-router.ts";
export { createRouter } from "./router/create-router.ts";
