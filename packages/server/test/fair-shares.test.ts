// One account asks for far more than its share. The others notice little.
import assert from "node:assert/strict";
import { connect, type AddressInfo, type Socket } from "node:net";
import { after, before, test } from "node:test";

import { fillAccount } from "./filled-account.ts";
import { callRaw, EXAMPLE, keyOf, type Problem } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const PER_ACCOUNT = 150;
const CROWD = 140;
const OTHERS = 10;
let service: TestService;
let port = 0;
let crowdKey = "";
let otherKey = "";
before(async () => {
  const flags = { "deciding-max": "1", "in-flight-per-account-max": String(PER_ACCOUNT) };
  service = await startTestService({ flags });
  await service.app.http.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = service.app.http.server.address() as AddressInfo);
  crowdKey = keyOf(service);
  otherKey = (await fillAccount(service, "turnstone")).key;
});
after(() => service.close());

const ask = (key: string, content: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/v1/model-select`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ ...EXAMPLE, messages: [{ role: "user", content }] }),
  });

const untilLoopTurned = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const askInside = (key: string): ReturnType<typeof callRaw> =>
  callRaw(service, { headers: { authorization: `Bearer ${key}` }, payload: JSON.stringify(EXAMPLE) });

test("a crowd of one account's requests waits while another account is served in turn", async () => {
  const order: string[] = [];
  const ask = async (key: string, name: string): Promise<void> => {
    const { status } = await askInside(key);
    assert.equal(status, 200);
    order.push(name);
  };
  const crowd = Array.from({ length: CROWD }, () => ask(crowdKey, "crowd"));
  const others = Array.from({ length: OTHERS }, () => ask(otherKey, "other"));
  await Promise.all([...crowd, ...others]);
  const last = order.lastIndexOf("other");
  assert.ok(last < 3 * OTHERS, `${last - OTHERS} of the crowd were answered before the last of the others`);
  assert.equal(service.app.shares.waiting, 0);
});

function stall(): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /api/v1/model-select HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${crowdKey}\r\n` +
      "content-type: application/json\r\ncontent-length: 90\r\n\r\n{",
  );
  return socket;
}

test("an account with its share in flight is shed and nobody else, until its requests end", async () => {
  const stalled = Array.from({ length: PER_ACCOUNT }, stall);
  while (service.app.permits.inFlight < PER_ACCOUNT) await untilLoopTurned();
  const shed = await ask(crowdKey, "Hello.");
  assert.equal(shed.status, 503);
  assert.equal(shed.headers.get("retry-after"), "1");
  assert.match(((await shed.json()) as Problem).detail, /requests of this account/);
  assert.equal((await ask(otherKey, "Hello.")).status, 200);
  for (const socket of stalled) socket.destroy();
  while (service.app.permits.inFlight > 0) await untilLoopTurned();
  assert.equal((await ask(crowdKey, "Hello.")).status, 200);
  assert.equal(service.app.shares.refused, 1);
});
