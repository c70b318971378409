import type { Me } from "@signalbox/sdk";
import { useLocation } from "wouter-preact";

import { useAction } from "../../api/use-action.ts";
import type { Action } from "../../api/use-action.ts";
import { useSessionChange } from "../../session/session.ts";

const GATE_PATHS = new Set(["/sign-in", "/sign-up", "/claim", "/forgot", "/reset", "/invite"]);

/** Runs what signs a person in, then opens the page that was asked for. */
export function useEntry<A extends readonly unknown[]>(enter: (...args: A) => Promise<Me>): Action<A> {
  const change = useSessionChange();
  const [location, navigate] = useLocation();
  return useAction(enter, {
    onDone: (me) => {
      if (GATE_PATHS.has(location)) navigate("/", { replace: true });
      change(me);
    },
  });
}

/** The secret of a mailed link: it stands in the fragment, which no server ever sees. */
export function linkToken(): string {
  return new URLSearchParams(globalThis.location.hash.slice(1)).get("token") ?? "";
}
