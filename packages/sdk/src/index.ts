export type {
  FeedbackDetails,
  ModelAnswer,
  ModelCall,
  ModelCallContext,
  ModelCallOptions,
} from "./call/call-model.ts";
export type { ChatAnswer } from "./call/chat.ts";
export type { ChunkSource, ModelUsage, UsageReader } from "./call/chunk-source.ts";
export { EmptyStreamError } from "./call/fall-over.ts";
export type { FallOverOptions } from "./call/fall-over.ts";
export { ModelCallError, StreamInterruptedError } from "./call/model-errors.ts";
export type { ModelFailure, ModelFaultKind } from "./call/model-errors.ts";
export type { ReporterOptions } from "./call/reporter.ts";
export type { ChatStream } from "./call/stream.ts";
export { createSignalbox } from "./create-signalbox.ts";
export type { MaybeFeedback, Signalbox, SignalboxOptions } from "./create-signalbox.ts";
export { hideContent } from "./private/hide-content.ts";
export type { ContentOptions, ContentReader } from "./private/hide-content.ts";
export { labelOf } from "./select/candidates.ts";
export type { Candidate } from "./select/candidates.ts";
export type { Fallback, FallbackFor, LocalAnswer, LocalRouter } from "./select/fallback.ts";
export type { FallbackOptions, SelectOptions } from "./select/select.ts";
export type { Selection, SelectionOrigin, SelectRequest } from "./select/selection.ts";
export type { ServiceHealth } from "./transport/breaker.ts";
export { SignalboxApiError } from "./transport/errors.ts";
export type { ApiErrorCode, ClientFaultCode } from "./transport/errors.ts";
export type { CallOptions, ClientOptions } from "./transport/transport.ts";
export type * from "@signalbox/contracts";
