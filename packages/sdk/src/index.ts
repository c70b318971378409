export { createSignalbox } from "./create-signalbox.ts";
export type { SelectOptions, Signalbox } from "./create-signalbox.ts";
export { hashMessages } from "./hash-messages.ts";
export type { CustomRouterUpload } from "./resources/custom-routers.ts";
export { SignalboxApiError } from "./transport/errors.ts";
export type { ApiErrorCode } from "./transport/errors.ts";
export type { CallOptions, ClientOptions } from "./transport/transport.ts";
export type * from "@signalbox/contracts";
