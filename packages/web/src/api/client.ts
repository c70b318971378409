import { createSignalbox } from "@signalbox/sdk";

/** The service that served this page, with the browser's session cookie. */
export const signalbox = createSignalbox({
  baseUrl: typeof location === "undefined" ? "http://127.0.0.1" : location.origin,
});
