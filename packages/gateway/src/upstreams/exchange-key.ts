// Keys that only buy short-lived tokens, as a login of GitHub Copilot does: exchanged where a call needs one, and kept until
// shortly before they end.
import { isRecord } from "@signalbox/contracts";

import { countOf, textOf } from "../protocols/read-json.ts";
import type { KeySource, Upstream } from "../settings/settings.ts";
import { UpstreamFault } from "./call-upstream.ts";

export interface KeyExchange {
  /**
   * The key itself where its upstream exchanges none.
   * @throws UpstreamFault where the address of tokens refuses or does not answer
   */
  keyOf(upstream: Upstream, key: KeySource): Promise<KeySource>;
  /** Once the token was refused. */
  forget(upstream: Upstream): void;
}

/** Before its end a token is replaced. @unit milliseconds */
const MARGIN_MS = 60_000;
const WAIT_MS = 10_000;

interface Bought {
  readonly key: KeySource;
  readonly untilMs: number;
}

async function buy({ tokenUrl = "", headers, name }: Upstream, key: string): Promise<Bought> {
  const fault = (words: string, cause?: unknown): UpstreamFault =>
    new UpstreamFault(`The token address of upstream "${name}" ${words}.`, { isLate: false, cause });
  const answer = await fetch(tokenUrl, {
    headers: { accept: "application/json", ...headers, authorization: `token ${key}` },
    redirect: "error",
    signal: AbortSignal.timeout(WAIT_MS),
  }).catch((cause: unknown) => {
    throw fault("does not answer", cause);
  });
  const said: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
  if (!answer.ok) throw fault(`answered with status ${answer.status}`);
  const token = isRecord(said) ? textOf(said["token"]) : undefined;
  if (!isRecord(said) || token === undefined) throw fault("named no token");
  return { key: { from: "own", key: token }, untilMs: (countOf(said["expires_at"]) ?? 0) * 1000 - MARGIN_MS };
}

export function createKeyExchange(nowMs: () => number): KeyExchange {
  const bought = new Map<string, Promise<Bought>>();
  const exchange = async (upstream: Upstream, key: string): Promise<KeySource> => {
    const known = bought.get(upstream.name);
    // Calls that come while one is on its way wait for it.
    const ready = await known?.catch(() => undefined);
    if (ready !== undefined && ready.untilMs > nowMs()) return ready.key;
    const again = bought.get(upstream.name);
    const next = again === known || again === undefined ? buy(upstream, key) : again;
    bought.set(upstream.name, next);
    return (await next).key;
  };
  return {
    keyOf: async (upstream, key) =>
      upstream.tokenUrl === undefined || key.from !== "own" ? key : exchange(upstream, key.key),
    forget: ({ name }) => void bought.delete(name),
  };
}
