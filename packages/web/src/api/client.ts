import { createSignalboxAdmin } from "@signalbox/sdk/admin";
import { withPulse } from "./pulse.ts";

// The answer to a call that `head.js` made before any script had arrived. It serves once: the next to ask wants to know
// how things are by then.
type Fetch = typeof globalThis.fetch;

const PATH = "/api/v1/auth/me";

const addressOf = (input: Parameters<Fetch>[0]): string =>
  input instanceof Request ? input.url : String(input);

/** @param early the answer that is under way; undefined in it where the call failed */
export function withEarlyAnswer(early: Promise<Response | undefined> | undefined, send: Fetch): Fetch {
  let waiting = early;
  return async (input, init) => {
    const isAsked = (init?.method ?? "GET") === "GET" && addressOf(input).endsWith(PATH);
    if (waiting === undefined || !isAsked) return send(input, init);
    const answer = await waiting;
    waiting = undefined;
    return answer ?? send(input, init);
  };
}

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
