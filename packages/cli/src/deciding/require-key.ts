import { SignalboxError } from "@signalbox/contracts";

/**
 * @param key from SIGNALBOX_API_KEY: keys do not belong on a command line, where other users can see them
 * @throws SignalboxError bad_request where there is none
 */
export function requireKey(key: string | undefined): string {
  if (key !== undefined) return key;
  throw new SignalboxError("bad_request", "Put an API key into the environment variable SIGNALBOX_API_KEY.");
}
