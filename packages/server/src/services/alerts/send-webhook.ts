// Posts to an address that an account chose. Accounts must not reach what only this machine reaches, so private addresses are
// refused where the name is looked up, and the connection goes to the very address that was checked. Redirects are not followed.
import { lookup } from "node:dns";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";

import { createAddressCheck } from "../../context/networks.ts";

const TIMEOUT_MS = 5_000;

/** Special-purpose addresses (RFC 6890 and its registries): this machine, private and shared networks, links, multicast. */
const isPrivate = createAddressCheck(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
   192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
   ::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`.split(
    /\s+/,
  ),
);

class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is an address of a private network`);
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Whether the address of a URL says by itself that it is private; a name is judged when it is looked up. */
export const isPrivateHost = (url: URL): boolean =>
  isIP(hostOf(url)) === 0 ? hostOf(url) === "localhost" : isPrivate(hostOf(url));

/** Looks a name up and fails when any of its addresses is private. */
const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (fault, addresses) => {
    const hidden = fault === null && addresses.some(({ address }) => isPrivate(address));
    if (fault !== null || hidden) done(fault ?? new PrivateAddressError(hostname), []);
    else if (options.all === true) done(null, addresses);
    else done(null, addresses[0]?.address ?? "", addresses[0]?.family);
  });
};

interface Webhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether an address of a private network will do. */
  readonly allowsPrivate: boolean;
}

/**
 * @returns the status of the answer, whose body is not read
 * @throws PrivateAddressError, or what the connection failed with; after five seconds in any case
 */
export function sendWebhook({ url, headers, body, allowsPrivate }: Webhook): Promise<number> {
  const target = new URL(url);
  if (!allowsPrivate && isPrivateHost(target))
    return Promise.reject(new PrivateAddressError(target.hostname));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = target.protocol === "https:" ? requestHttps : requestHttp;
  const sent = request(target, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(!allowsPrivate && { lookup: lookUpPublic }),
  });
  sent.once("error", reject);
  sent.once("response", (response: IncomingMessage) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  sent.end(body);
  return promise;
}
