// Asks a gateway about its state. One that does not answer soon is not there.
import { isRecord } from "@signalbox/contracts";
import { DEFAULT_HOST, DEFAULT_PORT, type GatewayStatus } from "@signalbox/gateway";

import type { Invocation } from "../command.ts";

/** @unit milliseconds */
const WAIT_MS = 1_500;

interface GatewayQuestion {
  readonly url: string;
  readonly key?: string | undefined;
  readonly session?: string | undefined;
}

/** Undefined where nobody answers, or somebody else does. */
export async function askGateway({ url, key, session }: GatewayQuestion): Promise<GatewayStatus | undefined> {
  const query = session === undefined ? "" : `?session=${encodeURIComponent(session)}`;
  try {
    const answer = await fetch(`${url}/status${query}`, {
      headers: key === undefined ? {} : { "x-signalbox-key": key },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const status: unknown = answer.ok ? await answer.json() : undefined;
    return isRecord(status) && typeof status["signalbox"] === "string"
      ? (status as unknown as GatewayStatus)
      : undefined;
  } catch {
    return undefined;
  }
}

/** As the flags or the environment name it, or the usual address. */
export function gatewayUrl(invocation: Invocation): string {
  const named = invocation.text("url") ?? invocation.variables["SIGNALBOX_GATEWAY_URL"];
  if (named !== undefined && named !== "") return named.replace(/\/+$/, "");
  return `http://${invocation.text("host") ?? DEFAULT_HOST}:${invocation.text("port") ?? DEFAULT_PORT}`;
}
