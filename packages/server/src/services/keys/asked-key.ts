// Reads and checks what a caller asks of a key: scopes, addresses, the end of its life.
import type { Scope } from "@signalbox/contracts";
import { invalid } from "@signalbox/contracts";
import type { Principal } from "../../context/principal.ts";
import { authorise } from "../access/authorise.ts";
import { isNetwork } from "../../context/networks.ts";
import { readTimestamp } from "../timestamps.ts";

/**
 * The person who makes or rotates a key can use it afterwards, so keys that erase are for those who may erase.
 * @throws SignalboxError forbidden
 */
export function assertMayGive(principal: Principal, scopes: readonly Scope[] | undefined): void {
  if (scopes?.includes("privacy") === true) authorise(principal, "privacy.manage");
}

/** @throws SignalboxError validation_failed, naming each text that is no address and no network */
export function readAddresses(
  texts: readonly string[] | null | undefined,
): readonly string[] | null | undefined {
  if (texts === undefined || texts === null) return texts;
  const addresses = texts.map((text) => text.trim().toLowerCase());
  const faults = addresses.flatMap((address, index) =>
    isNetwork(address)
      ? []
      : [
          {
            location: `body.addresses[${index}]`,
            message: "It is neither an IP address nor a network.",
            fix: "Send one such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.",
          },
        ],
  );
  if (faults.length > 0) throw invalid(faults);
  return addresses;
}

/** Milliseconds, null for never, undefined when nothing was said. @throws SignalboxError validation_failed for the past */
export function readExpiry(text: string | null | undefined, nowMs: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const expiresAtMs = readTimestamp(text, "body.expires_at");
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw invalid([
    {
      location: "body.expires_at",
      message: "It lies in the past.",
      fix: "Send a later time, or null for a key that does not expire.",
    },
  ]);
}
