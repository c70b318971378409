import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { fastify } from "fastify";
import { addDrain } from "./drain.ts";
import { listen, readTrustedProxies } from "./listen.ts";

const CLIENTS = 256;
const HOST = "127.0.0.1";
const isLinux = process.platform === "linux";

/** @param mayAnswer before which nothing is answered */
function createApp(mayAnswer: Promise<void> = Promise.resolve()) {
  const app = fastify({ forceCloseConnections: "idle" });
  addDrain(app, assert.ifError);
  app.get("/", async () => {
    await mayAnswer;
    return "served";
  });
  return app;
}

test(
  "many clients that connect together are taken in a few turns of the event loop",
  { skip: !isLinux },
  async () => {
    const app = createApp();
    const { port } = new URL(await listen(app, { host: HOST, port: 0 }));
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    const all = Promise.withResolvers<void>();
    let taken = 0;
    app.server.on("connection", () => {
      taken += 1;
      if (taken === 1) turn();
      if (taken === CLIENTS) all.resolve();
    });
    const clients = Array.from({ length: CLIENTS }, () => connect(Number(port), HOST));
    await all.promise;
    isOver = true;
    assert.ok(turns < CLIENTS / 4, `${turns} turns`);
    for (const client of clients) client.destroy();
    await app.close();
  },
);

test("a stop waits for requests on every socket of the port, and closes all of them", async () => {
  const mayAnswer = Promise.withResolvers<void>();
  const app = createApp(mayAnswer.promise);
  const url = await listen(app, { host: HOST, port: 0 });
  const { port } = new URL(url);
  let begun = 0;
  const allBegun = Promise.withResolvers<void>();
  app.server.prependListener("request", () => {
    begun += 1;
    if (begun === CLIENTS) allBegun.resolve();
  });
  const answers = Array.from({ length: CLIENTS }, async () => (await fetch(url)).text());
  await allBegun.promise;
  const closed = app.close();
  mayAnswer.resolve();
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(["served"]));
  await closed;
  const [refused] = (await once(connect(Number(port), HOST), "error")) as [NodeJS.ErrnoException];
  assert.equal(refused.code, "ECONNREFUSED");
});

test("a port that another service has is refused, whether or not that one shares it with itself", async () => {
  const first = createApp();
  const { port } = new URL(await listen(first, { host: HOST, port: 0 }));
  await assert.rejects(listen(createApp(), { host: HOST, port: Number(port) }), { code: "EADDRINUSE" });
  await first.close();
  const alone = createServer().listen(0, HOST);
  await once(alone, "listening");
  const taken = (alone.address() as AddressInfo).port;
  await assert.rejects(listen(createApp(), { host: HOST, port: taken }), { code: "EADDRINUSE" });
  alone.close();
});

test("hops and networks are read, and nobody is trusted unasked", () => {
  for (const none of ["", "false", " 0 "]) assert.equal(readTrustedProxies(none), false);
  for (const [setting, hops] of [
    ["true", 1],
    ["2", 2],
  ] as const) {
    const trusts = readTrustedProxies(setting);
    assert.ok(typeof trusts === "function");
    assert.deepEqual([trusts("192.0.2.7", hops - 1), trusts("192.0.2.7", hops)], [true, false]);
  }
  assert.deepEqual(readTrustedProxies("10.0.0.0/8, 2001:db8::/32,192.0.2.7"), [
    "10.0.0.0/8",
    "2001:db8::/32",
    "192.0.2.7",
  ]);
});

test("anything else is a fault of the configuration, not a trust in everybody", () => {
  for (const odd of [
    "99",
    "yes",
    "10.0.0.0/33",
    "2001:db8::/129",
    "10.0.0.0/8/8",
    "proxy.local",
    "10.0.0.1,,",
  ])
    assert.throws(() => readTrustedProxies(odd), { code: "invalid_configuration" }, odd);
});
