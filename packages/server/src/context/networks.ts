// Networks of addresses: whether an address is in one, and the group by which an address is counted.
import { BlockList, isIP, isIPv6 } from "node:net";

const BITS = { 4: 32, 6: 128 } as const;
const FAMILIES = { 4: "ipv4", 6: "ipv6" } as const;
const MAPPED = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
/** Callers whose verdict is kept: a service is called by few addresses again and again. */
const VERDICTS_MAX = 256;

interface Network {
  readonly address: string;
  readonly family: 4 | 6;
  /** Length of the prefix; the whole address without one. */
  readonly bits: number;
}

function readNetwork(text: string): Network | undefined {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || address.includes("%") || rest.length > 0) return undefined;
  if (prefix === undefined) return { address, family, bits: BITS[family] };
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  return bits <= BITS[family] ? { address, family, bits } : undefined;
}

export const isNetwork = (text: string): boolean => readNetwork(text) !== undefined;

/** An IPv4 caller of a socket that takes both kinds is written as IPv6; a zone names a card of this machine. */
const plain = (address: string): string => MAPPED.exec(address)?.[1] ?? address.split("%", 1)[0] ?? address;

export type AdmitsAddress = (address: string) => boolean;

/** Parsed once; each caller's verdict is kept. @param networks all valid */
export function createAddressCheck(networks: readonly string[]): AdmitsAddress {
  const list = new BlockList();
  for (const network of networks.map(readNetwork))
    if (network !== undefined) list.addSubnet(network.address, network.bits, FAMILIES[network.family]);
  const verdicts = new Map<string, boolean>();
  const judge = (address: string): boolean => {
    const caller = plain(address);
    const family = isIP(caller);
    return (family === 4 || family === 6) && list.check(caller, FAMILIES[family]);
  };
  return (address) => {
    const known = verdicts.get(address);
    if (known !== undefined) return known;
    const isAdmitted = judge(address);
    if (verdicts.size >= VERDICTS_MAX) verdicts.clear();
    verdicts.set(address, isAdmitted);
    return isAdmitted;
  };
}

const MAPPED_NETWORK = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i;
const GROUPS = 8;
const PREFIX_GROUPS = 4;

/** An IPv4 address as it is, an IPv6 address as its /64. */
export function addressGroup(address: string): string {
  const mapped = MAPPED_NETWORK.exec(address)?.[1];
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
