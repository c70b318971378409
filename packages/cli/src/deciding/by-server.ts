import { SignalboxError } from "@signalbox/contracts";
import { SignalboxApiError } from "@signalbox/sdk";

/** @throws SignalboxError with the service's own words, and the usage code for what the caller can fix */
export async function byServer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SignalboxApiError)) throw cause;
    const isOurs = cause.status >= 400 && cause.status < 500;
    throw new SignalboxError(isOurs ? "bad_request" : "dependency_unavailable", cause.detail, { cause });
  }
}
