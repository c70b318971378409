// What programs that decide in their own process need; docs/api/engine.md lists it.
export { checkArtefact } from "./artefact/check-artefact.ts";
export type { ArtefactBytes } from "./artefact/tensor-store.ts";
export type { ContentReader, ReadableContent } from "./content/content-reader.ts";
export { createContentReader } from "./content/content-reader.ts";
export { ENGINE_VERSION, createEngine } from "./decide/create-engine.ts";
export { DEFAULT_POLICY } from "./decide/default-policy.ts";
export { plainInput } from "./decide/plain-input.ts";
export type { SelectRequest } from "./decide/read-select-request.ts";
export { readSelectRequest } from "./decide/read-select-request.ts";
export { requestInput } from "./decide/request-input.ts";
export { toSelectResponse } from "./decide/select-response.ts";
export type {
  CandidateInput,
  Decision,
  DecisionInput,
  Engine,
  EngineOptions,
  LearnedPolicy,
  ObservedLatency,
  PolicyDefaults,
  SessionState,
} from "./decide/types.ts";
export type { DecisionRecord } from "./explain/decision-record.ts";
export { explainDecision } from "./explain/explain-decision.ts";
export { createLearnedPolicy } from "./learn/learned-policy.ts";
export type { FittedCorrection } from "./learn/select-correction.ts";
export { loadRoutingModel } from "./model/load-routing-model.ts";
export type { RoutingModel } from "./model/routing-model.ts";
export type { Router, RouterAnswer, RouterOptions } from "./router/create-router.ts";
export { createRouter } from "./router/create-router.ts";
export { continueSession } from "./session/continue-session.ts";
export { SignalboxError } from "@signalbox/contracts";
