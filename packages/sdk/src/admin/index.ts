export { createSignalboxAdmin, type SignalboxAdmin, type CustomRouterUpload } from "./create-admin.ts";
export { SignalboxApiError, type ApiErrorCode } from "../transport/errors.ts";
export type { CallOptions, ClientOptions } from "../transport/transport.ts";
export type * from "@signalbox/contracts";
