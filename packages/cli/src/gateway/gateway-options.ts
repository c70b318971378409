// The flags of `gateway` and `run`, and the settings made of them.

import { SELECT_LIMITS, SignalboxError, TRADEOFFS, isRecord } from "@signalbox/contracts";
import type { createCatalog } from "@signalbox/catalog";
import { ESCALATIONS, readSettings, type GatewaySettings, type SettingsFile } from "@signalbox/gateway";
import { type Invocation, type OptionSpec, namesIn, readWord } from "../command.ts";
import { gatewayKey } from "./ask-gateway.ts";

// The models of a server that `--upstream` names where nothing else names candidates: a server of one's own has few.

/** @unit milliseconds */
const WAIT_MS = 3_000;
/** An aggregator has more, and a person must choose among them. */
const MODELS_MAX = 20;
const NAME_CHARS_MAX = 256;
/** Models that hold no conversation. */
const OTHER = /embed|rerank|whisper|tts|moderation/i;

const isLocal = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(host);

interface Listed {
  readonly label: string;
  readonly price?: number;
  readonly context_length?: number;
}

const isModelName = (id: unknown): id is string =>
  typeof id === "string" && id !== "" && id.length <= NAME_CHARS_MAX && !OTHER.test(id);

/** As vLLM, llama.cpp and OpenRouter list it. @unit tokens */
function windowIn({
  max_model_len,
  meta,
  context_length,
}: Readonly<Record<string, unknown>>): number | undefined {
  const stated = max_model_len ?? (isRecord(meta) ? meta["n_ctx"] : context_length);
  return typeof stated === "number" && stated >= 1 && stated <= SELECT_LIMITS.tokensMax ? stated : undefined;
}

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
    const entries = Array.isArray(data) ? data.filter(isRecord) : [];
    const names = [...new Set(entries.map(({ id }) => id))].filter(isModelName);
    if (names.length === 0 || names.length > MODELS_MAX) return undefined;
    const price = isLocal(upstream.hostname) ? { price: 0 } : {};
    const candidateOf = (label: string): Listed => {
      const window = windowIn(entries.find(({ id }) => id === label) ?? {});
      return { label, ...price, ...(window !== undefined && { context_length: window }) };
    };
    return names.map(candidateOf);
  } catch {
    // The settings say what is missing.
    return undefined;
  }
}

const text = (value: string, description: string): OptionSpec => ({ type: "string", value, description });

export const GATEWAY_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  port: text("N", "Port of the gateway; default 8788."),
  host: text("ADDRESS", "Address to listen on; default 127.0.0.1. Others need --key."),
  key: text(
    "SECRET",
    "Key of the gateway, sent as `x-signalbox-key`, bearer token or `x-api-key`; default SIGNALBOX_GATEWAY_KEY.",
  ),
  upstream: text("URL", "One provider for all models: an aggregator, a LiteLLM proxy, your own server."),
  config: text("FILE", "Upstreams, candidates and roles as JSON; see docs/integrations/coding-agents.md."),
  candidates: text("LIST", "Candidates, comma-separated."),
  preference: text("ID", "Preference of the account."),
  tradeoff: text("cost|latency|quality", "Give up a little success for dollars or seconds."),
  baseline: text("MODEL", "Baseline of savings where the client names no model."),
  escalate: text(
    ESCALATIONS.join("|"),
    "When signs of trouble change the model; default turn, or now in unattended runs.",
  ),
  signalbox: text("URL", "Service that decides, instead of this process."),
  "signalbox-key": text("SECRET", "Key of that service; default SIGNALBOX_API_KEY."),
  "data-dir": text("FOLDER", "Folder of the journal; default ~/.signalbox."),
};

function portOf(invocation: Invocation): number | undefined {
  const given = invocation.text("port");
  if (given === undefined) return undefined;
  const port = Number(given);
  if (/^\d+$/.test(given) && port <= 65_535) return port;
  throw new SignalboxError("bad_request", "--port takes a number from 0 to 65535.");
}

function flagsOf(invocation: Invocation): SettingsFile {
  const candidates = invocation.text("candidates");
  const flags: { [K in keyof SettingsFile]: SettingsFile[K] | undefined } = {
    port: portOf(invocation),
    host: invocation.text("host"),
    candidates: candidates === undefined ? undefined : namesIn(candidates),
    preference: invocation.text("preference"),
    tradeoff: readWord(invocation, "tradeoff", TRADEOFFS),
    baseline: invocation.text("baseline"),
    escalate: readWord(invocation, "escalate", ESCALATIONS),
  };
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
}

/** @throws SignalboxError invalid_configuration, bad_request */
export async function gatewaySettings(
  invocation: Invocation,
  catalog: ReturnType<typeof createCatalog>,
): Promise<GatewaySettings> {
  const found = await candidatesBehind(invocation);
  return readSettings({
    file: invocation.text("config"),
    flags: { ...(found !== undefined && { candidates: found }), ...flagsOf(invocation) },
    upstream: invocation.text("upstream"),
    key: gatewayKey(invocation),
    env: invocation.variables,
    catalog,
  });
}
