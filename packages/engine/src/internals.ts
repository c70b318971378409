// The parts of a decision one by one, for the service, the laboratory and the benchmarks of this repository: they may change
// with any version.
export { faultOfNamedMode, findModelInMode } from "./request/read-mode.ts";
export { factsOfNamed } from "./request/look-up-model.ts";
export { matchesGlob } from "./preference/glob.ts";
export { readCandidates, readMessages, readTools } from "./request/read-tools.ts";
export type { Conversation } from "./reader/conversation/read-conversation.ts";
export { readConversation } from "./reader/conversation/read-conversation.ts";
export { expectedBill, INPUT_SPREAD, billEnds } from "./cost/expected-bill.ts";
export { pricesOf as candidatePricesOf } from "./candidates/candidate-prices.ts";
export { visibleTokensOf } from "./cost/visible-tokens.ts";
export { createTokenCounter as createConversationCounter } from "./cost/input-tokens.ts";
export { createOutlook } from "./decide/create-engine.ts";
export type { Among } from "./decide/decide-among.ts";
export { decideAmong } from "./decide/decide-among.ts";
export type { Outlook } from "./choose/choose.ts";
export type { RowReader } from "./decide/journalled-reading.ts";
export { createRowReader, sessionOfJournalled } from "./decide/journalled-reading.ts";
export type { Estimated } from "./estimate/estimated.ts";
export { Refusal } from "./decide/to-decision.ts";
export { readRecord } from "./record/decision-record.ts";
export { userMessage } from "./reader/conversation/message.ts";
export type { Message } from "./reader/conversation/message.ts";
export { FEATURE_COUNT, headsOf } from "./reader/features/prompt-features.ts";
export { loadReader } from "./reader/load-reader.ts";
export type { TensorStore } from "./artefact/tensor-store.ts";
export { detectLanguage } from "./reader/language/detect-language.ts";
export { GRAM_LANGUAGES, GRAM_WEIGHTS } from "./reader/language/gram-weights.data.ts";
export { GRAM_BUCKETS, readLetters } from "./reader/language/read-letters.ts";
export { createSimdMemory } from "./kernels/simd-memory.ts";
export type { SimdMemory } from "./kernels/simd-memory.ts";
export { NEED_INPUT_COUNT, NEED_TASK_AT, needInputs } from "./abilities/need-inputs.ts";
export { LINEAGE } from "./abilities/ability-table.ts";
export { weighBelief } from "./abilities/skill-belief.ts";
export type { CandidateMode } from "./candidates/candidate-mode.ts";
export { answerModes, modeFactsOf } from "./candidates/candidate-mode.ts";
export { createSkillWeights } from "./abilities/skill-weights.ts";
export { groundWords } from "./explain/ground-words.ts";
export { abilityInputOf } from "./abilities/ability-input.ts";
export type { Ability, AbilityInput } from "./abilities/ability.ts";
export type { OutputTokenEstimate } from "./cost/output-estimate.ts";
export type { PromptEncoding, PromptWords } from "./reader/prompt-encoding.ts";
export { ANSWERING_ROLES, countBefore } from "./reader/conversation/answering-roles.ts";
export type { ConversationMemory, Remembered } from "./input/remembered.ts";
export { createConversationMemory } from "./input/remembered.ts";
export { isToolLoopOpen } from "./reader/conversation/tool-loop.ts";
export type { BoundedMap } from "./caches/bounded-map.ts";
export { createBoundedMap } from "./caches/bounded-map.ts";
export type { SessionTurn } from "./session/continue-session.ts";
export { resumeTurn } from "./session/continue-session.ts";
export { timeOrderedId } from "./session/time-ordered-id.ts";
export { estimateTokens } from "./tokens/estimate-tokens.ts";
export { EDGE_WEIGHTS } from "./reader/conversation/edge-weights.data.ts";
export { readEdgeSigns } from "./reader/conversation/typed-edges.ts";
export { cleanTurn } from "./reader/conversation/clean-turn.ts";
export { systemAlone, withTurnCarried } from "./reader/conversation/system-task.ts";
export { readTaskText } from "./reader/conversation/task-text.ts";
export type { TaskText } from "./reader/conversation/task-text.ts";
export { KNOWN_LENGTHS } from "./reader/length/class-of-length.ts";
export { TIERS } from "./reader/task/task-reading.ts";
export type { TaskReading } from "./reader/task/task-reading.ts";
export { createTaskFeatures, ROW_MAX, SEGMENTS_MOST } from "./reader/task/task-features.ts";
export type { TaskFeatures } from "./reader/task/task-features.ts";
export {
  addUp,
  ASKED_FEATURES,
  COLUMNS,
  createAttention,
  GROUP_OF,
  GROUPS,
  HEADS,
  HIDDEN_AT,
  HIDDEN_UNITS,
  readAsked,
  SCORE_RANGE,
  SCORES_AT,
  SHARING,
  weigh,
} from "./reader/task/attention.ts";
export { logTokensOf, loadTaskReader } from "./reader/task/task-reader.ts";
export { bytesOfHeads } from "./reader/task/task-heads.ts";
export { ABOUT_COUNT, coolTiers, loadTurnReader, softmaxRange } from "./reader/task/turn-reader.ts";
export { EDGE_FEATURES, INSTRUCTION_FEATURES } from "./reader/task/other-readings.ts";
export type { LeadFeatures } from "./reader/task/leading-reading.ts";
export { leadOf, weightsFrom } from "./reader/task/leading-reading.ts";
export { ON_ANY_TEXT } from "./reader/task/operation-sets.ts";
export type { TurnKind } from "./reader/task/turn-gate.ts";
export { loadTurnGate, TURN_KINDS, TURN_SLOTS, turnSlots } from "./reader/task/turn-gate.ts";
export { anyTextLogit } from "./reader/task/system-gate.ts";
export { candidateCalled, candidateOf } from "./candidates/candidate-of.ts";
export { HASH_SLOTS, hashingOf } from "./reader/task/task-hashing.ts";
export { FRAME_ROLES, loadCutFrame, readOdds, WEIGHED_ROLES } from "./reader/frame/cut-frame.ts";
export type { CutFrame, FrameRole } from "./reader/frame/cut-frame.ts";
export { CONTEXT_FEATURES, readContext } from "./reader/frame/piece-context.ts";
export { FRAME_SLOTS, readPieces } from "./reader/frame/piece-features.ts";
export type { Piece } from "./reader/frame/pieces.ts";
export { PIECES_MOST, piecesOf } from "./reader/frame/pieces.ts";
export { askForProof, deviationBetween } from "./rank/rank.ts";
export { lossTerms } from "./rank/loss.ts";
export type { ObjectiveRecord } from "./objective/objective.ts";
export { fitLevels } from "./learn/levels/fit-levels.ts";
export { readPoints } from "./learn/process/read-points.ts";
export { firmChance } from "./learn/reports/fit-reports.ts";
export { kindOf } from "./learn/reports/place.ts";
export { OUTER_FORM_COUNT } from "./reader/features/outer-form.ts";
