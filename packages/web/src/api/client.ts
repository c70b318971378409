import { createSignalboxAdmin } from "@signalbox/sdk/admin";

import { withEarlyAnswer } from "./early-answer.ts";
import { withPulse } from "./pulse.ts";

declare global {
  // Set by head.js.
  var signalboxMe: Promise<Response | undefined> | undefined;
}

/** The service that served this page, with the browser's session cookie. */
export const signalbox = createSignalboxAdmin({
  baseUrl: typeof location === "undefined" ? "http://127.0.0.1" : location.origin,
  fetch: withEarlyAnswer(
    globalThis.signalboxMe,
    withPulse((input, init) => globalThis.fetch(input, init)),
  ),
});
