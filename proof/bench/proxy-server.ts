// The floor of whatever forwards a call: node:http that reads the body as JSON, sends it to the upstream that the first argument
// names over kept connections, and gives back what came.
import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

const upstream = new URL(process.argv[2] ?? "");
const agent = new Agent({ keepAlive: true });

async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = JSON.stringify(await json(request));
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  const { hostname, port } = upstream;
  forward({ agent, hostname, port, path: request.url, method: "POST", headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }).end(text);
}

const server = createServer((request, response) => void pass(request, response));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key: "none" })}\n`);
});
process.on("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  agent.destroy();
});
