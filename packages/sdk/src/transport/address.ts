// Address and key of the service, checked when a client is made, so that a slip of the hand is no outage later.
import { SignalboxApiError } from "./errors.ts";

const setupError = (detail: string): SignalboxApiError =>
  new SignalboxApiError({ code: "bad_request", detail, status: 0 });

const pageAddress = (): string | undefined =>
  (globalThis as { readonly location?: { readonly href?: string } }).location?.href;

/**
 * Thrown when the client is made: a mistyped address would look like an outage, which a fallback answers for ever. It is
 * not repeated in the fault, since it may hold a password.
 */
export function assertAddress(baseUrl: unknown): void {
  try {
    // Some runtimes without a page refuse to tell a location, so it is asked for only where it is needed.
    const page = /^https?:/i.test(String(baseUrl)) ? undefined : pageAddress();
    const { protocol, username, password, search, hash } = new URL(String(baseUrl), page);
    const isText = typeof baseUrl === "string";
    if (isText && /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "") return;
  } catch {
    // Not an address at all; reported below with all the others.
  }
  throw setupError(
    "`baseUrl` must be a string as http://127.0.0.1:8787: no user, no password, nothing after ? or #.",
  );
}

/** @throws SignalboxApiError bad_request. The key must not get into the message of a fault of `Headers`, so it is looked at before. */
export function assertKey(apiKey: string | undefined): void {
  if (apiKey === undefined || /^[\u0021-\u007E]*$/.test(apiKey)) return;
  throw setupError(
    "The API key holds a character that no key has. Copy it again, without spaces and line ends.",
  );
}

export function apiRoot(baseUrl: string): string {
  const trimmed = baseUrl.replace(/\/+$/, "");
  return trimmed.endsWith("/api/v1") ? trimmed : `${trimmed}/api/v1`;
}
