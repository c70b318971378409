// The flags of `gateway` and `run`, and the settings made of them.
import { SignalboxError, TRADEOFFS } from "@signalbox/contracts";
import type { createCatalog } from "@signalbox/catalog";
import { ESCALATIONS, readSettings, type GatewaySettings, type SettingsFile } from "@signalbox/gateway";

import type { Invocation, OptionSpec } from "../command.ts";
import { namesIn, readWord } from "../arguments.ts";
import { gatewayKey } from "./ask-gateway.ts";
import { candidatesBehind } from "./list-models.ts";

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
