// The models of a server that `--upstream` names where nothing else names candidates: a server of one's own has few.
import { isRecord } from "@signalbox/contracts";
import type { SettingsFile } from "@signalbox/gateway";

import type { Invocation } from "../command.ts";

/** @unit milliseconds */
const WAIT_MS = 3_000;
/** An aggregator has more, and a person must choose among them. */
const MODELS_MAX = 20;
const NAME_CHARS_MAX = 256;
/** Models that hold no conversation. */
const OTHER = /embed|rerank|whisper|tts|moderation/i;

const isLocal = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host);

/** Undefined where candidates are named, the server lists none, or more than a person would call its own. */
export async function candidatesBehind(
  invocation: Pick<Invocation, "text" | "variables">,
): Promise<SettingsFile["candidates"]> {
  const upstream = URL.parse(invocation.text("upstream") ?? "");
  const isNamed = invocation.text("candidates") !== undefined || invocation.text("config") !== undefined;
  if (upstream === null || isNamed) return undefined;
  const path = upstream.pathname.replace(/\/+$/, "");
  upstream.pathname = `${/\/v\d\w*(?:\/|$)/.test(path) ? path : `${path}/v1`}/models`;
  const key = invocation.variables["SIGNALBOX_UPSTREAM_KEY"];
  try {
    const answer = await fetch(upstream, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const list: unknown = answer.ok ? await answer.json() : undefined;
    const data: unknown = isRecord(list) ? list["data"] : undefined;
    const names = (Array.isArray(data) ? data : [])
      .map((entry: unknown) => (isRecord(entry) ? entry["id"] : undefined))
      .filter((id): id is string => typeof id === "string" && id !== "" && id.length <= NAME_CHARS_MAX)
      .filter((id) => !OTHER.test(id));
    if (names.length === 0 || names.length > MODELS_MAX) return undefined;
    const labels = [...new Set(names)];
    return isLocal(upstream.hostname) ? labels.map((label) => ({ label, price: 0 })) : labels;
  } catch {
    // The settings say what is missing.
    return undefined;
  }
}
