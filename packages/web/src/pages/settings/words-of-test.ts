import type { AlertTest } from "@signalbox/sdk";

const isTaken = (status: number): boolean => status >= 200 && status <= 299;

/** The result of a test alert, in a sentence. */
export function wordsOfTest({ webhook_status: status, webhook_fault: fault }: AlertTest): string {
  if (fault !== null) return `The webhook could not be reached: ${fault}.`;
  if (status === null) return "Alerts go nowhere yet: name an address above and save.";
  return isTaken(status) ? `The webhook took it (${status}).` : `The webhook refused it (${status}).`;
}
