// Cases that only a real socket can show: broken HTTP, aborted and never-ending bodies, many requests on one connection.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { after, before, test } from "node:test";

import { EXAMPLE, keyOf, selected, type Problem } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let port = 0;
before(async () => {
  service = await startTestService({
    flags: { "request-timeout-ms": "1500", "upload-timeout-ms": "4000", "in-flight-max": "4" },
  });
  await service.app.http.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = service.app.http.server.address() as AddressInfo);
});
after(() => service.close());

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function problemIn(text: string): Problem {
  return JSON.parse(text.slice(text.indexOf("\r\n\r\n"))) as Problem;
}

const head = (length: number): string =>
  `POST /api/v1/model-select HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keyOf(service)}\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n`;

test("what is not HTTP at all gets a JSON fault before the connection closes", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write("HELLO THERE\r\n\r\n");
  const text = await readAll(socket);
  assert.match(text, /^HTTP\/1\.1 400 /);
  assert.equal(problemIn(text).code, "bad_request");
});

test("headers without end get a JSON fault", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET / HTTP/1.1\r\nx: ${"y".repeat(40_000)}\r\n\r\n`);
  assert.match(problemIn(await readAll(socket)).detail, /headers are too large/);
});

/** Health checks pass the time. */
async function untilArrived(): Promise<void> {
  const { admission } = service.app;
  do await (await fetch(`http://127.0.0.1:${port}/livez`)).text();
  while (admission.arriving + admission.inFlight > 0);
}

test("an aborted body gives its permit back and harms nobody", async () => {
  for (let count = 0; count < 10; count += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head(5000)}\r\n{"messages": "half`);
    await once(socket, "connect");
    socket.resetAndDestroy();
  }
  await untilArrived();
  assert.ok((await selected(service, EXAMPLE)).llm_label.length > 0);
});

test("an upload may take longer than other bodies, and not for ever", async () => {
  const upload = connect(port, "127.0.0.1");
  upload.write(
    `POST /api/v1/custom-routers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keyOf(service)}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: 5000\r\n\r\n--x\r\n`,
  );
  const other = connect(port, "127.0.0.1");
  other.write(`${head(5000)}\r\n{"messages": "half`);
  const first = await Promise.race([
    readAll(upload).then(() => "upload"),
    readAll(other).then(() => "other"),
  ]);
  assert.equal(first, "other");
  await untilArrived();
});

test("an upload that states more than the limit is refused before it is sent", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /api/v1/custom-routers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keyOf(service)}\r\n` +
      `connection: close\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000000\r\n\r\n`,
  );
  const problem = problemIn(await readAll(socket));
  assert.equal(problem.code, "payload_too_large");
  assert.match(problem.detail, /larger than 2147483648 bytes/);
});

test("a body that is too large is refused in words while it is still being sent", async () => {
  const length = 9_000_000;
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head(length)}\r\n{`);
  const [refusal] = (await once(socket, "data")) as [Buffer];
  assert.equal(problemIn(refusal.toString()).code, "payload_too_large");
  // As a client does that looks at the answer when it has sent everything; the connection serves the next request then.
  const payload = JSON.stringify(EXAMPLE);
  socket.write("x".repeat(length - 1));
  socket.write(`${head(payload.length)}connection: close\r\n\r\n${payload}`);
  assert.match(await readAll(socket), /^HTTP\/1\.1 200 /);

  const endless = connect(port, "127.0.0.1");
  endless.write(`${head(length)}\r\n{`);
  assert.equal(problemIn(await readAll(endless)).code, "payload_too_large");
});

test("a body that never comes ends with a fault instead of a hang", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head(5000)}\r\n{"messages": "half`);
  const text = await readAll(socket);
  assert.match(text, /^HTTP\/1\.1 4\d\d /);
  await untilArrived();
});

test("requests beyond the permits are shed with 503 and retry-after, health still answers", async () => {
  const payload = JSON.stringify(EXAMPLE);
  const ask = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/api/v1/model-select`, {
      method: "POST",
      headers: { authorization: `Bearer ${keyOf(service)}`, "content-type": "application/json" },
      body: payload,
    });
  const crowd = Array.from({ length: 60 }, ask);
  assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  const answers = await Promise.all(crowd);
  const shed = answers.filter(({ status }) => status === 503);
  assert.ok(shed.length > 0 && shed.length < answers.length, `${shed.length} were shed`);
  assert.ok(answers.every(({ status }) => status === 503 || status === 200));
  for (const answer of shed) {
    assert.equal(((await answer.json()) as Problem).code, "overloaded");
    assert.ok(Number(answer.headers.get("retry-after")) >= 1);
  }
});

test("pipelined requests on one connection are answered in order", async () => {
  const payload = JSON.stringify(EXAMPLE);
  const one = (id: string, last: boolean): string =>
    `${head(payload.length)}x-request-id: ${id}\r\n${last ? "connection: close\r\n" : ""}\r\n${payload}`;
  const socket = connect(port, "127.0.0.1");
  socket.write(one("first-request", false) + one("second-request", false) + one("third-request", true));
  const ids = Array.from((await readAll(socket)).matchAll(/x-request-id: ([\w-]+)/g), (match) => match[1]);
  assert.deepEqual(ids, ["first-request", "second-request", "third-request"]);
});
