// A backend of one's own: it serves the page and adds the key, so that no browser ever holds it.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

interface Backend {
  readonly serviceUrl: string;
  readonly apiKey: string;
  /** Ends with "/v1". */
  readonly providerUrl: string;
  /** The page's only script. */
  readonly script: string;
}

interface PageServer {
  readonly url: string;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><title>Signalbox</title><script type="module" src="/script.js"></script>`;

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { "content-type": type });
  response.end(body);
}

async function forward(message: IncomingMessage, response: ServerResponse, backend: Backend): Promise<void> {
  const path = message.url ?? "/";
  const isService = path.startsWith("/api/");
  const target = isService ? backend.serviceUrl + path : backend.providerUrl + path.replace("/v1", "");
  const { authorization = `Bearer ${backend.apiKey}` } = message.headers;
  const body = await buffer(message);
  const answer = await fetch(target, {
    method: message.method ?? "GET",
    headers: { "content-type": "application/json", ...(isService && { authorization }) },
    ...(body.length > 0 && { body }),
  });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  await pipeline(answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body), response);
}

export async function startPageServer(backend: Backend): Promise<PageServer> {
  const server = createServer((message, response) => {
    if (message.url === "/") send(response, "text/html", PAGE);
    else if (message.url === "/script.js") send(response, "text/javascript", backend.script);
    else forward(message, response, backend).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
