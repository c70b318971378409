import type { Me } from "@signalbox/sdk";
import { useLocation } from "wouter-preact";

import { useAction } from "../../api/use-action.ts";
import type { Action } from "../../api/use-action.ts";
import { useSessionChange } from "../../session/session.ts";

/** The page after each way in: a new account begins with its first request. */
const NEXT = new Map([
  ["/sign-up", "/start"],
  ["/claim", "/start"],
  ...["/sign-in", "/forgot", "/reset", "/invite"].map((path) => [path, "/"] as const),
]);

/** Runs what signs a person in, then opens the page that was asked for. */
export function useEntry<A extends readonly unknown[]>(enter: (...args: A) => Promise<Me>): Action<A> {
  const change = useSessionChange();
  const [location, navigate] = useLocation();
  return useAction(enter, {
    onDone: (me) => {
      const next = NEXT.get(location);
      if (next !== undefined) navigate(next, { replace: true });
      change(me);
    },
  });
}

/** The secret of a mailed link: it stands in the fragment, which no server ever sees. */
export function linkToken(): string {
  return new URLSearchParams(globalThis.location.hash.slice(1)).get("token") ?? "";
}
