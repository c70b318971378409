// The public interface for programs that decide in their own process.
export { checkArtefact } from "./artefact/check-artefact.ts";
export type { ArtefactBytes } from "./artefact/tensor-store.ts";
export type { ContentReader, ReadableContent } from "./request/read-content-features.ts";
export { createContentReader } from "./request/read-content-features.ts";
export { ENGINE_VERSION, createEngine } from "./decide/create-engine.ts";
export { DEFAULT_POLICY } from "./input/default-policy.ts";
export type {
  PlainInputParts,
  Asked,
  DecisionInput,
  Known,
  LearnedEstimate,
  LearnedPolicy,
} from "./input/decision-input.ts";
export { plainInput, JOURNALLED_MEMBERS } from "./input/decision-input.ts";
export { compileRequestBody, requestBody } from "./request/request-body.ts";
export type { SelectRequest } from "./request/collect-request.ts";
export { readCheckedRequest, readSelectRequest } from "./request/read-select-request.ts";
export type { Reading } from "./request/reading.ts";
export { callLabelOf, providersOf, toSelectResponse } from "./request/select-response.ts";
export type { CandidateInput } from "./candidates/candidate.ts";
export type { Decision, Engine, EngineOptions } from "./decide/engine.ts";
export type { ObservedLatency } from "./cost/observed-latency.ts";
export type { PolicyDefaults } from "./input/default-policy.ts";
export type { SessionState } from "./session/session-state.ts";
export type { DecisionRecord } from "./record/decision-record.ts";
export { explainDecision } from "./explain/explain-decision.ts";
export { loadRoutingModel } from "./model/load-routing-model.ts";
export type { RoutingModel } from "./model/load-routing-model.ts";
export type { Router, RouterAnswer, RouterOptions } from "./router/create-router.ts";
export { createRouter } from "./router/create-router.ts";
export { continueSession } from "./session/continue-session.ts";
export { SignalboxError } from "@signalbox/contracts";
