// The provider behind the gateways that are measured: node:http, any JSON in, one fixed chat completion out immediately.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const ANSWER = JSON.stringify({
  id: "chatcmpl-bench",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "gpt-4o-mini",
  choices: [{ index: 0, message: { role: "assistant", content: "Keep it small." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 200, completion_tokens: 4, total_tokens: 204 },
});
const HEADERS = { "content-type": "application/json", "content-length": Buffer.byteLength(ANSWER) };

const server = createServer((request, response) => {
  request.resume().once("end", () => response.writeHead(200, HEADERS).end(ANSWER));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key: "none" })}\n`);
});
process.on("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
