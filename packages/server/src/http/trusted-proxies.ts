// Whose word on the caller's address counts. Each proxy appends the address that it saw, so that only the last entries are
// true; a service that trusts them all takes the first one, which the caller wrote.
import { SignalboxError } from "@signalbox/contracts";

import { isNetwork } from "../context/networks.ts";

const HOPS_MAX = 16;
const NONE = new Set(["", "false", "0"]);

type TrustsHop = (address: string, hop: number) => boolean;

/**
 * The setting as the framework takes it. Hops become a function: the framework itself refuses a bare number, since it
 * cannot see who the nearest peer is. An operator who sets hops lets nobody past the proxies.
 * @throws SignalboxError invalid_configuration
 */
export function readTrustedProxies(setting: string): false | TrustsHop | string[] {
  const text = setting.trim().toLowerCase();
  if (NONE.has(text)) return false;
  const hops = text === "true" ? 1 : /^\d{1,2}$/.test(text) ? Number(text) : undefined;
  if (hops !== undefined && hops <= HOPS_MAX) return (_address, hop) => hop < hops;
  const networks = text.split(",").map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  throw new SignalboxError(
    "invalid_configuration",
    `server.trustProxy: give a number of proxies up to ${HOPS_MAX}, or addresses and networks such as 10.0.0.0/8.`,
  );
}
