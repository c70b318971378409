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

/** Undefined if no gateway answers. */
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

/** As the flags name it, then the environment, else the usual address. */
export function gatewayUrl(invocation: Invocation): string {
  const [url, host, port] = ["url", "host", "port"].map((name) => invocation.text(name));
  const isPlaced = host !== undefined || port !== undefined;
  const named = url ?? (isPlaced ? undefined : invocation.variables["SIGNALBOX_GATEWAY_URL"]);
  if (named !== undefined && named !== "") return named.replace(/\/+$/, "");
  return `http://${host ?? DEFAULT_HOST}:${port ?? DEFAULT_PORT}`;
}

/** The gateway's own key: a flag shows it to every program of the machine, the environment does not. */
export const gatewayKey = (invocation: Invocation): string | undefined =>
  invocation.text("key") ?? (invocation.variables["SIGNALBOX_GATEWAY_KEY"] || undefined);
