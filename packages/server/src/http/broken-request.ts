// What never became a request (bad HTTP, headers too large, too slow) still gets a JSON answer before the socket closes.
import type { Socket } from "node:net";

import { SignalboxError } from "@signalbox/contracts";

import { problemBody } from "./error-response.ts";

const DETAILS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "The request headers are too large. Shorten them.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request did not arrive in time. Send it again without pauses.",
};

export function answerBrokenRequest(fault: Error & { readonly code?: string }, socket: Socket): void {
  if (fault.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const detail =
    DETAILS[fault.code ?? ""] ?? "This is not a valid HTTP request. Check the request line and the headers.";
  const error = new SignalboxError("bad_request", detail, { cause: fault });
  const body = JSON.stringify(problemBody(error, "none"));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json; charset=utf-8\r\nx-request-id: none\r\n` +
      `server-timing: total;dur=0\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
