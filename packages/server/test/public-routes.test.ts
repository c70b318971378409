// Callers without a key cannot take from those who have one: permits, bodies and time are apart.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { after, before, test } from "node:test";

import { EXAMPLE, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const SOCKETS = 200;
let service: TestService;
let port = 0;
before(async () => {
  service = await startTestService({ flags: { "in-flight-max": "8", "request-timeout-ms": "2000" } });
  await service.app.http.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = service.app.http.server.address() as AddressInfo);
});
after(() => service.close());

const signIn = (body: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });

function stall(): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    "POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{",
  );
  return socket;
}

test("a crowd that never finishes signing in keeps nobody from signing in, with a key or without", async () => {
  const stalled = Array.from({ length: SOCKETS }, stall);
  // The slowest of them are ended once their pool is full.
  await Promise.race(
    stalled.map((socket) =>
      once(
        socket.on("error", () => {}),
        "data",
      ),
    ),
  );
  for (let count = 0; count < 20; count += 1) await selected(service, EXAMPLE);
  assert.equal((await signIn("{}")).status, 422);
  assert.equal(service.app.admission.publicInFlight, 0);
  for (const socket of stalled) socket.destroy();
});

test("a form larger than a form is refused", async () => {
  const answer = await signIn(JSON.stringify({ email: "a@example.org", password: "x".repeat(20_000) }));
  assert.equal(answer.status, 413);
});
