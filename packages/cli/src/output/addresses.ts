// What a person types to reach a service that listens on every interface.
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

export const CLEAR_TEXT_WARNING =
  "Other machines can reach this address, and HTTP carries keys in clear text.\n" +
  "  Put a reverse proxy with TLS in front, or bind to 127.0.0.1 with HOST or --host.";

const WILDCARDS = new Set(["0.0.0.0", "::"]);

/** The addresses of this machine's interfaces; none unless `host` is a wildcard. */
export function reachableAddresses(host: string, port: string): readonly string[] {
  if (!WILDCARDS.has(host)) return [];
  return Object.values(networkInterfaces())
    .flat()
    .filter((entry) => entry !== undefined && !entry.internal && !entry.address.startsWith("fe80:"))
    .filter((entry) => host === "::" || entry?.family === "IPv4")
    .map((entry) => entry?.address ?? "")
    .map((address) => `http://${isIPv6(address) ? `[${address}]` : address}:${port}`);
}
