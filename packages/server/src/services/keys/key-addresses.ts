import { invalid } from "@signalbox/contracts";

import { isNetwork } from "../../context/networks.ts";

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
