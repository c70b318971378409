// One account asks for far more than its share. The others notice little.
import assert from "node:assert/strict";
import { connect, type AddressInfo, type Socket } from "node:net";
import { after, before, test } from "node:test";

import { fillAccount } from "./filled-account.ts";
import { callRaw, EXAMPLE, keyOf, type Problem } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const CROWD = 140;
const OTHERS = 10;
/** Requests of one account, however long. */
const ALWAYS_MAY_WAIT = 20;
/** Longer than a burst, and than any decision may wait behind as many. @unit milliseconds */
const STALL_MS = 1_100;
const BODY_BYTES = 1_000_000;
let service: TestService;
let port = 0;
let crowdKey = "";
let otherKey = "";
before(async () => {
  const flags = {
    "body-bytes-per-account-max": String(BODY_BYTES),
  };
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

const askInside = (key: string, asked = service): ReturnType<typeof callRaw> =>
  callRaw(asked, { headers: { authorization: `Bearer ${key}` }, payload: JSON.stringify(EXAMPLE) });

test("a crowd of one account's requests waits while another account is served in turn", async () => {
  const order: string[] = [];
  const ask = async (key: string, name: string): Promise<void> => {
    const { status } = await askInside(key);
    if (name === "other") assert.equal(status, 200);
    if (status === 200) order.push(name);
  };
  const crowd = Array.from({ length: CROWD }, () => ask(crowdKey, "crowd"));
  const others = Array.from({ length: OTHERS }, () => ask(otherKey, "other"));
  await Promise.all([...crowd, ...others]);
  const last = order.lastIndexOf("other");
  assert.ok(last < 3 * OTHERS, `${last - OTHERS} of the crowd were answered before the last of the others`);
  assert.equal(service.app.admission.waiting, 0);
});

/** @param bytes that are announced and never come */
function stall(bytes = 90, key = crowdKey): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /api/v1/model-select HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n{`,
  );
  return socket;
}

test("two accounts whose bodies never arrive keep no request of anybody from being answered", async () => {
  const stalled = [crowdKey, otherKey].flatMap((key) => Array.from({ length: 512 }, () => stall(90, key)));
  while (service.app.admission.arriving < stalled.length) await untilLoopTurned();
  const { refused } = service.app.admission;
  for (let call = 0; call < 20; call += 1)
    assert.equal((await ask(call % 2 === 0 ? crowdKey : otherKey, "Hello.")).status, 200);
  assert.equal(service.app.admission.inFlight, 0);
  for (const socket of stalled) socket.destroy();
  while (service.app.admission.arriving > 0) await untilLoopTurned();
  assert.equal(service.app.admission.refused, refused);
});

test("callers without a key who never read their answers keep nobody from managing", async () => {
  const page = "GET /openapi.json HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n";
  const sockets = Array.from({ length: 5 }, () => connect(port, "127.0.0.1").pause());
  for (const socket of sockets) socket.write(page.repeat(30));
  while (service.app.admission.publicInFlight < sockets.length) await untilLoopTurned();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/models`, {
    headers: { authorization: `Bearer ${otherKey}` },
    signal: AbortSignal.timeout(30_000),
  });
  assert.equal(answer.status, 200);
  assert.ok(service.app.admission.publicInFlight > 0);
  for (const socket of sockets) socket.destroy();
});

test("an account whose bodies take all the memory that it may have is shed and nobody else, until one ends", async () => {
  const long = "word ".repeat(20_000);
  const stalled = stall(BODY_BYTES - 10_000);
  while (service.app.admission.arriving === 0) await untilLoopTurned();
  const shed = await ask(crowdKey, long);
  assert.equal(shed.status, 503);
  assert.match(((await shed.json()) as Problem).detail, /Bodies of more than 1000000 bytes of this account/);
  assert.equal((await ask(otherKey, long)).status, 200);
  assert.equal((await ask(crowdKey, "Hello.")).status, 200);
  stalled.destroy();
  while (service.app.admission.arriving > 0) await untilLoopTurned();
  assert.equal((await ask(crowdKey, long)).status, 200);
});

test("a large body that is shed may not go on for ever: its connection ends, after the answer", async () => {
  const stalled = stall(BODY_BYTES - 10_000);
  while (service.app.admission.arriving === 0) await untilLoopTurned();
  const second = stall(BODY_BYTES - 10_000);
  const chunks: Buffer[] = [];
  for await (const chunk of second) chunks.push(chunk as Buffer);
  assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 503/);
  stalled.destroy();
});

test("a crowd that waits for too long is shed, all but as many as may always wait, and keeps its connection", async () => {
  const crowd = Array.from({ length: CROWD }, () => askInside(crowdKey));
  while (service.app.admission.waiting < CROWD / 2) await untilLoopTurned();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS);
  const answers = await Promise.all(crowd);
  const shed = answers.filter(({ status }) => status === 503);
  assert.ok(shed.length > 0 && shed.length <= CROWD - ALWAYS_MAY_WAIT, `${shed.length} were shed`);
  assert.equal(answers.filter(({ status }) => status === 200).length, CROWD - shed.length);
  for (const { headers } of shed) {
    assert.equal(headers["retry-after"], "1");
    assert.notEqual(headers["connection"], "close");
  }
});
