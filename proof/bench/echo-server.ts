// The yardstick: node:http, JSON in, a small JSON answer out, and nothing else.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { messages?: unknown[] };
    const answer = JSON.stringify({ llm_label: "echo", messages: body.messages?.length ?? 0 });
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key: "none" })}\n`);
});
process.on("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
