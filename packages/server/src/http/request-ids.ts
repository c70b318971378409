import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

const SAFE_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Takes the caller's `x-request-id` if it is harmless, else a process-wide random prefix with a counter. */
export function createRequestIds(): (request: IncomingMessage) => string {
  const prefix = randomBytes(6).toString("base64url");
  let count = 0;
  return (request) => {
    const given = request.headers["x-request-id"];
    if (typeof given === "string" && SAFE_ID.test(given)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
