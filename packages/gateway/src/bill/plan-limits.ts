// Calls under a flat-priced plan: nothing is paid by the call, and the shares of its limits count.
import type { IncomingHttpHeaders } from "node:http";

import type { KeySource } from "../settings/settings.ts";

/** One of a plan's limits after a call. */
export interface LimitShare {
  /** "5h", "7d" */
  readonly window: string;
  /** @range 0..1 */
  readonly used: number;
}

const PLAN_TOKEN = /^(?:Bearer +)?sk-ant-oat/;

/** @param key the source of the key that the call carried */
export function isOfPlan(headers: IncomingHttpHeaders, key: KeySource): boolean {
  if (key.from === "own") return PLAN_TOKEN.test(key.key);
  if (key.from === "none") return false;
  return headers["chatgpt-account-id"] !== undefined || PLAN_TOKEN.test(headers.authorization ?? "");
}

const numberIn = (value: string | string[] | undefined): number | undefined => {
  const number = typeof value === "string" && value !== "" ? Number(value) : NaN;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
};

const windowOf = (minutes: number): string =>
  minutes >= 2_880 ? `${Math.round(minutes / 1_440)}d` : `${Math.round(minutes / 60)}h`;

/** The limits that an answer's headers state: Anthropic's as shares, those of ChatGPT as percent of a window in minutes. */
export function limitsIn(headers: IncomingHttpHeaders): readonly LimitShare[] {
  const claude = ["5h", "7d"].map((window) => ({
    window,
    used: numberIn(headers[`anthropic-ratelimit-unified-${window}-utilization`]),
  }));
  const codex = ["primary", "secondary"].map((name) => {
    const percent = numberIn(headers[`x-codex-${name}-used-percent`]);
    const minutes = numberIn(headers[`x-codex-${name}-window-minutes`]);
    return {
      window: windowOf(minutes ?? 0),
      used: minutes === undefined || percent === undefined ? undefined : percent / 100,
    };
  });
  return [...claude, ...codex].flatMap(({ window, used }) => (used === undefined ? [] : [{ window, used }]));
}
