// The promises: a stop under load cuts no request, ends open streams, and takes no longer than the requests themselves; one
// that is announced serves on until balancers have turned away.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { after, test } from "node:test";

import { EXAMPLE } from "./select-client.ts";
import { makeDataDir, startServerProcess, type ServerProcess } from "./server-process.ts";

const CLIENTS = 16;
/** Half of the grace after which connections are ended by force. @unit milliseconds */
const STOP_MS_MAX = 5_000;
const data = makeDataDir();
after(() => data.remove());

interface Tally {
  answered: number;
  cut: number;
  isRefused: boolean;
}

/** One request on a kept connection; what the server never accepted is not cut. */
function ask(server: ServerProcess, agent: Agent, tally: Tally): Promise<void> {
  const payload = JSON.stringify(EXAMPLE);
  const { promise, resolve } = Promise.withResolvers<void>();
  const headers = {
    authorization: `Bearer ${server.key ?? ""}`,
    "content-type": "application/json",
    "content-length": payload.length,
  };
  const fail = (error: Error & { readonly code?: string }): void => {
    if (error.code === "ECONNREFUSED") tally.isRefused = true;
    else tally.cut += 1;
    resolve();
  };
  const call = request(`${server.url}/api/v1/model-select`, { method: "POST", agent, headers }, (answer) => {
    answer.resume().once("error", fail);
    answer.once("end", () => {
      tally.answered += answer.statusCode === 200 ? 1 : 0;
      resolve();
    });
  });
  call.once("error", fail).end(payload);
  return promise;
}

async function load(server: ServerProcess, agent: Agent, tally: Tally): Promise<void> {
  while (!tally.isRefused) await ask(server, agent, tally);
}

function openStream(server: ServerProcess): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${server.key ?? ""}` };
  request(`${server.url}/api/v1/decisions/stream`, { headers }, resolve).once("error", reject).end();
  return promise;
}

test("a stop under load cuts nobody off", async () => {
  const server = await startServerProcess(data.path);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const stream = await openStream(server);
  const streamEnded = once(stream.resume(), "end");
  const tally: Tally = { answered: 0, cut: 0, isRefused: false };
  const clients = Array.from({ length: CLIENTS }, () => load(server, agent, tally));
  while (tally.answered < 200) await new Promise(setImmediate);
  const startedMs = performance.now();
  server.child.kill("SIGTERM");
  assert.equal(await server.ended, 0);
  const stopMs = performance.now() - startedMs;
  await Promise.all([...clients, streamEnded]);
  agent.destroy();
  assert.deepEqual([tally.cut, stopMs < STOP_MS_MAX], [0, true], `${stopMs} ms`);
});

test("a stop that is announced answers 503 on /readyz first, and serves the requests that still come", async () => {
  const server = await startServerProcess(data.path, ["--drain-ms", "1500"]);
  const status = async (path: string): Promise<readonly [number, string | null]> => {
    const answer = await fetch(`${server.url}${path}`);
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get("connection")];
  };
  assert.deepEqual(await status("/readyz"), [200, "keep-alive"]);
  server.child.kill("SIGTERM");
  const startedMs = performance.now();
  while ((await status("/readyz"))[0] !== 503) assert.ok(performance.now() - startedMs < 1_000);
  assert.deepEqual(await status("/readyz"), [503, "close"]);
  assert.deepEqual(await status("/livez"), [200, "close"]);
  assert.deepEqual(await status("/api/v1/models?limit=1"), [401, "close"]);
  assert.equal(await server.ended, 0);
  assert.ok(performance.now() - startedMs >= 1_400, "the drain was waited for");
});
