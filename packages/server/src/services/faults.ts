import { SignalboxError } from "@signalbox/contracts";

/** The fault for things that do not exist and for those of another account: the two look alike. */
export function notFound(what: string): SignalboxError {
  return new SignalboxError("not_found", `This account has no such ${what}.`);
}

/** @throws SignalboxError not_found */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}
