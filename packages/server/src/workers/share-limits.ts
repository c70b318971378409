// Connections are handed to workers in turn, so each worker may hold its share of what one service may.
import type { Config } from "@signalbox/contracts";

const SHARED = [
  "inFlightMax",
  "publicInFlightMax",
  "publicInFlightPerAddressMax",
  "inFlightPerAccountMax",
  "bodyBytesPerAccountMax",
  "decisionsWaitingMax",
  "streamsMax",
  "streamsPerAccountMax",
] as const satisfies readonly (keyof Config["limits"])[];

/** @returns the configuration of one of `server.workers` processes, its shares rounded up */
export function shareLimits(config: Config): Config {
  const shares = SHARED.map((name) => [name, Math.ceil(config.limits[name] / config.server.workers)]);
  return { ...config, limits: { ...config.limits, ...Object.fromEntries(shares) } };
}
