// The yardstick of the gateway: connects both sides and reads nothing. Usage: pass-through.ts ADDRESS
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

const upstream = process.argv[2] ?? "";
const server = createServer((asked, answer) => {
  const { method = "POST", headers, url = "" } = asked;
  const passed = request(upstream + url, { method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 200, got.headers);
    got.pipe(answer);
  });
  asked.pipe(passed);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key: "none" })}\n`);
});
process.on("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
