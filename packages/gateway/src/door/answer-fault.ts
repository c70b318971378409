import type { Fault } from "../protocols/protocol.ts";
import type { Exchange } from "./exchange.ts";

/** An answer of the gateway's own, in the words of the client's protocol. */
export function answerFault(
  { response, protocol }: Pick<Exchange, "response" | "protocol">,
  fault: Fault,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = Buffer.from(JSON.stringify(protocol.errorBody(fault)));
  response.writeHead(fault.status, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}
