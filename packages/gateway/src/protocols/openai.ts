// The parts that the two protocols of OpenAI have in common.
import type { Fault } from "./protocol.ts";

const ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [401, "authentication_error"],
  [403, "permission_error"],
  [429, "rate_limit_error"],
]);

export const openaiError = ({ status, message }: Fault): object => ({
  error: {
    message,
    type: ERROR_TYPES.get(status) ?? (status < 500 ? "invalid_request_error" : "server_error"),
    param: null,
    code: null,
  },
});

export const bearer = (key: string): readonly [string, string] => ["authorization", `Bearer ${key}`];
