import { createSignalboxAdmin } from "@signalbox/sdk/admin";

/** The service that served this page, with the browser's session cookie. */
export const signalbox = createSignalboxAdmin({
  baseUrl: typeof location === "undefined" ? "http://127.0.0.1" : location.origin,
});
