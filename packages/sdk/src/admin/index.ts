export { createSignalboxAdmin } from "./create-admin.ts";
export type { SignalboxAdmin } from "./create-admin.ts";
export type { CustomRouterUpload } from "./resources/custom-routers.ts";
export { SignalboxApiError } from "../transport/errors.ts";
export type { ApiErrorCode } from "../transport/errors.ts";
export type { CallOptions, ClientOptions } from "../transport/transport.ts";
export type * from "@signalbox/contracts";
