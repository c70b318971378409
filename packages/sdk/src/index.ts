export type {
  FeedbackDetails,
  ModelAnswer,
  ModelCall,
  ModelCallContext,
  ModelCallOptions,
  ReporterOptions,
  ChatAnswer,
} from "./call/call-model.ts";
export type { ChunkSource, ModelUsage, UsageReader } from "./call/chunk-source.ts";
export {
  EmptyStreamError,
  type FallOverOptions,
  ModelCallError,
  StreamInterruptedError,
  type ModelFailure,
  type ModelFaultKind,
} from "./call/fall-over.ts";
export type { ChatStream } from "./call/stream.ts";
export {
  createSignalbox,
  type MaybeFeedback,
  type Signalbox,
  type SignalboxOptions,
} from "./create-signalbox.ts";
export { hideContent, type ContentOptions, type ContentReader } from "./private/hide-content.ts";
export { labelOf, type Candidate } from "./select/candidates.ts";
export type { Fallback, FallbackFor, LocalAnswer, LocalRouter } from "./select/fallback.ts";
export type { FallbackOptions, SelectOptions } from "./select/select.ts";
export type { Selection, SelectionOrigin, SelectRequest } from "./select/selection.ts";
export type { ServiceHealth } from "./transport/breaker.ts";
export { SignalboxApiError, type ApiErrorCode, type ClientFaultCode } from "./transport/errors.ts";
export type { CallOptions, ClientOptions } from "./transport/transport.ts";
export type * from "@signalbox/contracts";
