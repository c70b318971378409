import { SignalboxError } from "@signalbox/contracts";

/** What does not exist and what belongs to another account look alike. */
export function notFound(what: string): SignalboxError {
  return new SignalboxError("not_found", `This account has no such ${what}.`);
}

/** @throws SignalboxError not_found */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw notFound(what);
  return value;
}
