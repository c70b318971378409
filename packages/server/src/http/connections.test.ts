import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { test, type TestContext } from "node:test";

import { connectionsMaxOf, limitConnections } from "./connections.ts";

async function serve(t: TestContext, max: number): Promise<number> {
  const server = createServer((_request, response) => response.end("answered"));
  limitConnections(server, max);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Connects and sends nothing. */
async function idle(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

function ask(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ port, host: "127.0.0.1", agent: false }, (response) => {
    response.setEncoding("utf8").on("data", resolve);
  })
    .on("error", reject)
    .end();
  return promise;
}

test("a caller is answered beside more idle connections than the process may hold", async (t) => {
  const port = await serve(t, 8);
  const sockets = await Promise.all(Array.from({ length: 40 }, () => idle(port)));
  for (let call = 0; call < 20; call += 1) assert.equal(await ask(port), "answered");
  for (const socket of sockets) socket.destroy();
});

test("the connection that has been idle longest is closed first", async (t) => {
  const port = await serve(t, 2);
  const [first, second] = [await idle(port), await idle(port)];
  const closed = once(first, "close");
  await idle(port);
  await closed;
  assert.equal(second.destroyed, false);
});

test("a connection that has been answered outlives one that never asked", async (t) => {
  const port = await serve(t, 2);
  const useful = await idle(port);
  useful.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await once(useful, "data");
  const silent = await idle(port);
  const closed = once(silent, "close");
  await idle(port);
  await closed;
  assert.equal(useful.destroyed, false);
});

test("the bound leaves a reserve below the limit of descriptors, and the operator's own is held", () => {
  assert.ok(connectionsMaxOf(0) >= 16);
  assert.equal(connectionsMaxOf(10), 10);
});
