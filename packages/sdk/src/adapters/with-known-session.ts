import { SignalboxApiError } from "../transport/errors.ts";

/**
 * Asks with the session that was found in the conversation, and without it when the service does not know it any more:
 * conversations are kept longer than decisions, and may come from another account.
 */
export async function withKnownSession<T>(
  found: string | undefined,
  ask: (previousSession: string | undefined) => Promise<T>,
): Promise<T> {
  if (found === undefined) return ask(undefined);
  try {
    return await ask(found);
  } catch (fault) {
    if (!(fault instanceof SignalboxApiError) || fault.code !== "not_found") throw fault;
    return ask(undefined);
  }
}
