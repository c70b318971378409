// Starting and stopping the real process: the first key, later starts, faults that say what to do, graceful stop.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { request } from "node:http";
import { join } from "node:path";
import { after, test } from "node:test";

import { openStorage } from "@signalbox/storage";

import { EXAMPLE } from "./select-client.ts";
import { makeDataDir, spawnServer, startServerProcess } from "./server-process.ts";

const data = makeDataDir();
after(() => {
  data.remove();
});
let firstKey = "";

async function ask(url: string, key: string): Promise<{ status: number; session_id: string }> {
  const answer = await fetch(`${url}/api/v1/model-select`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(EXAMPLE),
  });
  return { ...((await answer.json()) as { session_id: string }), status: answer.status };
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return answer.text();
}

async function endOf(flags: readonly string[], dataDir = data.path): Promise<{ code: number; text: string }> {
  const child = spawnServer(dataDir, flags);
  const chunks: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, text: chunks.join("") };
}

test("the first start shows a key that works; it is ready, alive and has no key to show the next time", async () => {
  const first = await startServerProcess(data.path);
  assert.match(first.key ?? "", /^sk_[\w-]{43}$/);
  firstKey = first.key ?? "";
  assert.equal((await ask(first.url, firstKey)).status, 200);
  for (const path of ["/livez", "/readyz", "/openapi.json", "/docs", "/docs/style.css", "/metrics"])
    assert.ok((await textOf(`${first.url}${path}`)).length > 10, path);
  first.child.kill("SIGTERM");
  assert.equal(await first.ended, 0);
  const second = await startServerProcess(data.path);
  assert.equal(second.key, null);
  assert.equal((await ask(second.url, firstKey)).status, 200);
  second.child.kill("SIGINT");
  assert.equal(await second.ended, 0);
});

test("a request in flight when the stop comes is answered, and its decision is in the database", async () => {
  const server = await startServerProcess(data.path);
  const payload = JSON.stringify(EXAMPLE);
  const call = request(`${server.url}/api/v1/model-select`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${firstKey}`,
      "content-type": "application/json",
      "content-length": payload.length,
    },
  });
  call.write(payload.slice(0, 10));
  await once(call, "socket");
  await ask(server.url, firstKey);
  server.child.kill("SIGTERM");
  const { promise: reported, resolve: tell } = Promise.withResolvers<void>();
  server.child.stderr?.on("data", (chunk: Buffer) => {
    if (chunk.toString().includes("SIGTERM")) tell();
  });
  await reported;
  call.end(payload.slice(10));
  const [response] = (await once(call, "response")) as [import("node:http").IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  assert.equal(response.statusCode, 200);
  assert.equal(await server.ended, 0);
  const { session_id: sessionId } = JSON.parse(Buffer.concat(chunks).toString()) as { session_id: string };
  const storage = await openStorage({ url: join(data.path, "signalbox.db") });
  const account = (await storage.accounts.list()).items[0];
  assert.ok(account !== undefined);
  const row = await storage.decisions.findSummary({ accountId: account.id, sessionId });
  await storage.close();
  assert.equal(row?.sessionId, sessionId);
});

test("a taken port ends the start with advice and exit code 2", async () => {
  const squatter = createServer();
  squatter.listen(0, "127.0.0.1");
  await once(squatter, "listening");
  const { port } = squatter.address() as AddressInfo;
  const { code, text } = await endOf(["--port", String(port)]);
  squatter.close();
  assert.equal(code, 2);
  assert.match(text, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken.*--port`));
});

test("a data directory that cannot be one ends the start with advice", async () => {
  const file = join(data.path, "a-file");
  writeFileSync(file, "");
  const { code, text } = await endOf(["--data-dir", join(file, "below")]);
  assert.equal(code, 2);
  assert.match(text, /data directory .* cannot be written.*SIGNALBOX_DATA_DIR/);
});

test("a missing artefact ends the start, names the file and says what to do", async () => {
  const { code, text } = await endOf(["--artefact-dir", data.path]);
  assert.equal(code, 1);
  assert.match(text, /manifest\.json/);
  assert.match(text, /artefact-dir/);
});

test("faults of the configuration are all reported together, with exit code 2", async () => {
  const { code, text } = await endOf(["--port", "eighty", "--tolerance", "2"]);
  assert.equal(code, 2);
  assert.match(text, /2 fault\(s\)/);
  assert.match(text, /--port/);
  assert.match(text, /--tolerance/);
});
