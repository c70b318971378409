import { apiRoot } from "./address.ts";
import { limitSignal, raceSignal } from "./limits.ts";
import type { ClientOptions } from "./transport.ts";

const TIMEOUT_MS = 1000;
const BROKEN = 500;

/** Whether anything but a fault of a server comes back within a second; a proxy that hides the address has answered too. */
export async function isAlive({
  baseUrl,
  fetch = globalThis.fetch,
  headers,
}: ClientOptions): Promise<boolean> {
  const limit = limitSignal(undefined, TIMEOUT_MS);
  try {
    const address = `${apiRoot(baseUrl).slice(0, -"/api/v1".length)}/livez`;
    const init = { headers: { ...headers }, signal: limit.signal };
    const { status } = await raceSignal(fetch(address, init), limit.signal);
    return status < BROKEN;
  } catch {
    // Whatever went wrong, nothing came back.
    return false;
  } finally {
    limit.release();
  }
}
