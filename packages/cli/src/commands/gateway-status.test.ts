// The answers of the commands beside a gateway about a real one, and how each client is pointed at it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openTestGateway, post } from "../../../gateway/test/open-test-gateway.ts";
import { runCommand } from "../../test/run-command.ts";
import { CLIENTS } from "../gateway/clients.ts";

const BODY = { model: "auto", messages: [{ role: "user", content: "Hello" }] };
/** A port of the loopback on which nobody can listen. */
const NOBODY = "http://127.0.0.1:1";

let gateway: Awaited<ReturnType<typeof openTestGateway>>;

before(async () => {
  gateway = await openTestGateway();
  assert.equal((await post(gateway, "/v1/messages", BODY)).status, 200);
});
after(() => gateway.close());

test("gateway status tells the calls of a running gateway, as text and as JSON", async () => {
  const text = await runCommand(["gateway", "status", "--url", gateway.url]);
  assert.equal(text.code, 0, text.error);
  assert.match(text.out, /Calls\s+1, 0 not routed/);
  const json = await runCommand(["gateway", "status", "--url", `${gateway.url}/`, "--json"]);
  assert.equal((JSON.parse(json.out) as { totals: { calls: number } }).totals.calls, 1);
});

test("gateway status says where nobody answers and how to start one", async () => {
  const { code, error } = await runCommand(["gateway", "status", "--url", NOBODY]);
  assert.notEqual(code, 0);
  assert.match(error, /No gateway answers at http:\/\/127\.0\.0\.1:1\. Start one/);
});

test("the status line is one line and never fails, whatever stands at its input", async () => {
  for (const input of ["", "no JSON", '{"session_id":7}', '{"session_id":"unknown"}']) {
    const line = await runCommand(["statusline"], input, { SIGNALBOX_GATEWAY_URL: gateway.url });
    assert.equal(line.code, 0, line.error);
    assert.equal(line.out.trimEnd().split("\n").length, 1, line.out);
  }
  const without = await runCommand(["statusline", "--url", NOBODY]);
  assert.deepEqual([without.code, without.out], [0, "signalbox: no gateway\n"]);
});

test("each client is pointed at the gateway alone, and gets its key only where it has one", () => {
  const url = "http://127.0.0.1:8788";
  for (const [name, client] of Object.entries(CLIENTS)) {
    const own = JSON.stringify(client.setUp({ url, key: undefined, env: {}, signalbox: "signalbox" }));
    const keyed = JSON.stringify(client.setUp({ url, key: "gate-secret", env: {}, signalbox: "signalbox" }));
    for (const setup of [own, keyed])
      assert.deepEqual(new Set(setup.match(/https?:\/\/[\w.:]+/g)), new Set([url]), name);
    assert.ok(!own.includes("gate-secret") && keyed.includes("gate-secret"), name);
  }
});
