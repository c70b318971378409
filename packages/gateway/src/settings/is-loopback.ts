import { BlockList, isIP } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** @param host a name or an address, IPv6 with or without brackets */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const kind = isIP(bare);
  if (kind === 0) return bare === "localhost";
  return LOOPBACK.check(bare, kind === 6 ? "ipv6" : "ipv4");
}
