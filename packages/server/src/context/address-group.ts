// Who counts as one caller by address. A home or a rented machine has a whole /64 of IPv6 addresses to choose from.
import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
const GROUPS = 8;
const PREFIX_GROUPS = 4;

/** An IPv4 address as it is, an IPv6 address as its /64. */
export function addressGroup(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => "0");
  return [...before, ...zeros, ...after]
    .slice(0, PREFIX_GROUPS)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":");
}
