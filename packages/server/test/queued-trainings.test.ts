// A queue of trainings that one account fills is that account's alone. An upload has its place in it before its first byte arrives.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { test, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

const FORM = [
  "--border",
  'content-disposition: form-data; name="dataset_file"; filename="own.csv"',
  "content-type: text/csv",
  "",
  "prompt,a/b/score",
  "hello,1",
  "--border--",
  "",
].join("\r\n");

const WAITING_MAX = 10;

async function upload(service: TestService, { key }: FilledAccount): Promise<number> {
  const { statusCode } = await service.app.http.inject({
    method: "POST",
    url: "/api/v1/custom-routers",
    headers: { authorization: `Bearer ${key}`, "content-type": "multipart/form-data; boundary=border" },
    payload: FORM,
  });
  return statusCode;
}

async function queue(service: TestService, account: FilledAccount, trainings: number): Promise<void> {
  for (let made = 0; made < trainings; made += 1) assert.equal(await upload(service, account), 201);
}

test("an account has a few trainings in the queue and gets 429 beyond them, and another one is taken", async (t) => {
  const service = await startTestService();
  t.after(() => service.close());
  const [crowd, other] = [await fillAccount(service, "rook"), await fillAccount(service, "wren")];
  await queue(service, crowd, WAITING_MAX);
  assert.equal(await upload(service, crowd), 429);
  assert.equal(await upload(service, other), 201);
});

const HEAD = '--x\r\nContent-Disposition: form-data; name="dataset_file"; filename="a.csv"\r\n\r\n';
/** Beyond a few parts of the database. */
const SENT = "a,1,0\n".repeat(100_000);

async function listen(t: TestContext, flags: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService({ flags });
  t.after(() => service.close());
  await service.app.http.listen({ host: "127.0.0.1", port: 0 });
  return service;
}

/** Announces a file, sends the beginning of it and waits. */
function begin(service: TestService, { key }: FilledAccount, bytes: number): Socket {
  const { port } = service.app.http.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1", () => {
    socket.write(
      `POST /api/v1/custom-routers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${bytes}\r\n\r\n${HEAD}${SENT}`,
    );
  });
  return socket;
}

async function statusOf(socket: Socket): Promise<number> {
  for await (const chunk of socket) return Number(String(chunk).split(" ")[1]);
  return 0;
}

const waiting = async ({ context }: TestService, { accountId }: FilledAccount) =>
  (await context.storage.customRouters.list({ accountId })).items.filter(
    ({ state }) => state === "uploading",
  );

async function untilWaiting(service: TestService, account: FilledAccount, count: number): Promise<void> {
  for (let found = -1, asked = 0; found !== count; asked += 1) {
    assert.ok(asked < 2_000, `${found} in place of ${count} uploads wait`);
    found = (await waiting(service, account)).length;
    await delay(5);
  }
}

const folders = (): number =>
  readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`)).length;

test("an upload takes its place before its first byte, and leaves nothing behind when its client goes", async (t) => {
  const service = await listen(t);
  const account = await fillAccount(service, "rook");
  await queue(service, account, WAITING_MAX - 2);
  const before = folders();
  const open = [begin(service, account, 2_000_000)];
  await untilWaiting(service, account, 1);
  open.push(begin(service, account, 2_000_000));
  await untilWaiting(service, account, 2);
  assert.equal(await statusOf(begin(service, account, 2_000_000)), 429);
  assert.equal(folders(), before);
  for (const socket of open) socket.resetAndDestroy();
  await untilWaiting(service, account, 0);
  const other = await fillAccount(service, "wren");
  const next = begin(service, other, 2_000_000);
  await untilWaiting(service, other, 1);
  next.resetAndDestroy();
  await untilWaiting(service, other, 0);
});

test("the files of an account that wait for their training have the size of one together", async (t) => {
  const service = await listen(t, { "upload-bytes-max": "3000000" });
  const account = await fillAccount(service, "rook");
  const first = begin(service, account, 2_000_000);
  await untilWaiting(service, account, 1);
  assert.equal(await statusOf(begin(service, account, 2_000_000)), 429);
  first.resetAndDestroy();
  await untilWaiting(service, account, 0);
});

test("an upload that the disk has no room for is refused before its first byte", async (t) => {
  const service = await listen(t, { "upload-bytes-max": String(2 ** 40) });
  assert.equal(await statusOf(begin(service, await fillAccount(service, "rook"), 2 ** 40 - 1)), 503);
});
