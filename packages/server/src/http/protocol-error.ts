// A fault in the form that clients of the decision protocols read: one `error` with message, type, param and code.
import type { ProtocolError, SignalboxError } from "@signalbox/contracts";

const TYPES: ReadonlyMap<number, string> = new Map([
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [429, "rate_limit_error"],
]);

const typeOf = (status: number): string =>
  status >= 500 ? "server_error" : (TYPES.get(status) ?? "invalid_request_error");

export function protocolErrorBody({ code, detail, definition, errors }: SignalboxError): ProtocolError {
  return {
    error: {
      message: detail,
      type: typeOf(definition.status),
      param: errors[0]?.location ?? null,
      code,
      ...(errors.length > 0 ? { errors: [...errors] } : {}),
    },
  };
}
