// Rules that match nothing: the service refuses them unless their author says that they are meant.
import { SignalboxApiError } from "@signalbox/sdk";

type RuleList = "allow" | "deny";

const faultsOf = (error: unknown) => (error instanceof SignalboxApiError ? error.errors : []);

/** Whether all that is wrong is that rules match nothing, which may be meant. */
export function isUnmatched(error: unknown): boolean {
  const faults = faultsOf(error);
  return faults.length > 0 && faults.every(({ fix }) => fix.includes("unknown_ok"));
}

/** What is wrong with one rule, in the words of the page; undefined where nothing is. */
export function ruleFault(error: unknown, list: RuleList, index: number): string | undefined {
  const place = `body.policy.${list}[${index}]`;
  const fault = faultsOf(error).find(({ location }) => location.startsWith(place));
  if (fault === undefined) return undefined;
  const meant = /^Did you mean `([^`]+)`\?/.exec(fault.fix)?.[1];
  if (!fault.fix.includes("unknown_ok")) return `${fault.message} ${fault.fix}`;
  return meant === undefined ? fault.message : `${fault.message} Did you mean “${meant}”?`;
}
