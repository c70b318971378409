import { createSignalboxAdmin } from "@signalbox/sdk/admin";
import { withPulse } from "./pulse.ts";

type Fetch = typeof globalThis.fetch;

/** An answer that `head.js` asked for before any script had arrived; undefined in it where the call failed. */
interface EarlyAnswer {
  readonly url: string;
  readonly answer: Promise<Response | undefined>;
}

const addressOf = (input: Parameters<Fetch>[0]): string =>
  input instanceof Request ? input.url : String(input);

/** A span that ends now begins a little later whenever it is asked for. */
const SAME_SPAN_MS = 60_000;
/** An older answer may have changed. */
const FRESH_MS = 60_000;

function isSame(one: URL, other: URL): boolean {
  if (one.pathname !== other.pathname || one.searchParams.size !== other.searchParams.size) return false;
  return [...one.searchParams].every(([name, value]) => {
    const theirs = other.searchParams.get(name);
    if (name !== "from" || theirs === null) return theirs === value;
    return Math.abs(Date.parse(theirs) - Date.parse(value)) < SAME_SPAN_MS;
  });
}

/** A fault may have passed by the time that the page asks: a router that was queued has its report then. */
const isLasting = ({ ok, status }: Response): boolean => ok || status === 401;

/**
 * Each early answer serves the first question for it alone, and soon: the next to ask wants to know how things are by then. Once
 * anything was changed none serves any more, since none is known to be of afterwards.
 * @param early what is under way; answers are taken out of it
 */
export function withEarlyAnswers(early: EarlyAnswer[], send: Fetch, nowMs = () => Date.now()): Fetch {
  const startedMs = nowMs();
  /** Asked of the service before `head.js` came to it: its answer would be the older one. */
  const askedFirst: URL[] = [];
  let isOver = false;
  return async (input, init) => {
    isOver ||= nowMs() - startedMs > FRESH_MS;
    if (isOver) return send(input, init);
    const wanted = new URL(addressOf(input));
    const isPosted = (init?.method ?? "GET") !== "GET";
    isOver = isPosted;
    const index =
      isPosted || askedFirst.some((one) => isSame(one, wanted))
        ? -1
        : early.findIndex((one) => isSame(new URL(one.url, wanted), wanted));
    const [found] = index === -1 ? [] : early.splice(index, 1);
    if (found === undefined) askedFirst.push(wanted);
    const answer = await found?.answer;
    return answer !== undefined && isLasting(answer) ? answer : send(input, init);
  };
}

declare global {
  // Set by head.js.
  var signalboxEarly: EarlyAnswer[] | undefined;
}

/** The service that served this page, with the browser's session cookie. */
export const signalbox = createSignalboxAdmin({
  baseUrl: typeof location === "undefined" ? "http://127.0.0.1" : location.origin,
  fetch: withEarlyAnswers(
    globalThis.signalboxEarly ?? [],
    withPulse((input, init) => globalThis.fetch(input, init)),
  ),
});
