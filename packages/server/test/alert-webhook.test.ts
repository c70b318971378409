// The webhook of an account: what is posted and how it is signed, and that it reaches nothing that only this machine reaches.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";

import type { Account, Alert, AlertTest, AlertWebhook, AuditEntry, Drift, Page } from "@signalbox/contracts";

import { closeOthers, raiseAlert } from "../src/services/alerts/raise-alert.ts";
import { sendWebhook } from "../src/services/alerts/send-webhook.ts";
import { fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const received: Received[] = [];
let status = 204;
let receiver: Server;
let url: string;
before(async () => {
  receiver = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    received.push({ headers: request.headers, body });
    response.writeHead(status, status === 302 ? { location: url } : {}).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => receiver.once("listening", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`;
});
after(() => void receiver.close());

const save = (account: FilledAccount, alert_webhook_url: string | null) =>
  account.browser.call("PATCH", "/account", { body: { settings: { alert_webhook_url } } });

describe("where private addresses are allowed", () => {
  let service: TestService;
  let account: FilledAccount;
  let webhook: AlertWebhook;
  before(async () => {
    service = await startTestService({ flags: { "alert-private-webhooks": "true" } });
    account = await fillAccount(service, "osprey");
    assert.equal((await save(account, url)).status, 200);
    webhook = await account.browser.get<AlertWebhook>("/account/alert-webhook");
  });
  after(() => service.close());

  const sign = ({ headers, body }: Received): string => {
    const key = Buffer.from(webhook.secret.replace("whsec_", ""), "base64");
    const text = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  };

  test("an alert is posted when it opens and when it closes, once each, signed for this account", async () => {
    received.length = 0;
    const { id: accountId } = await account.browser.get<Account>("/account");
    const raised = { accountId, kind: "service", subject: "disk", severity: "critical" as const };
    const details = { message: "The disk is full.", value: 1 };
    await raiseAlert(service.context, { ...raised, details });
    await raiseAlert(service.context, { ...raised, details });
    await closeOthers(service.context, { accountId, kind: "service", subjects: new Set() });
    const events = received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
    assert.deepEqual(events, ["opened", "closed"]);
    assert.equal(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 2);
    for (const each of received) assert.equal(each.headers["webhook-signature"], sign(each));
  });

  test("an alert says who acknowledged and muted it and why, and is not posted when it opens again", async () => {
    const { id: accountId } = await account.browser.get<Account>("/account");
    const raised = { accountId, kind: "service", subject: "errors", severity: "warning" as const };
    const details = { message: "Over 5 % of the requests fail." };
    const open = async (): Promise<readonly Alert[]> =>
      (await account.browser.get<Drift>("/health/drift")).alerts.filter(({ resolved_at: at }) => at === null);
    await raiseAlert(service.context, { ...raised, details });
    const [alert] = await open();
    const change = { acknowledged: true, muted_s: 3600, note: "a load test" };
    const path = `/health/alerts/${String(alert?.id)}`;
    const handled = (await account.browser.call("PATCH", path, { body: change })).body as Alert;
    assert.deepEqual([handled.handled_by, handled.note], ["osprey@example.org", "a load test"]);
    assert.ok(handled.acknowledged_at !== null && handled.muted_until !== null);
    const log = await account.browser.get<Page<AuditEntry>>("/audit-log?action=alert.mute");
    assert.equal(log.data[0]?.details["reason"], "a load test");
    received.length = 0;
    await closeOthers(service.context, { accountId, kind: "service", subjects: new Set() });
    assert.deepEqual(await open(), []);
    await raiseAlert(service.context, { ...raised, details });
    assert.equal((await open()).length, 1);
    assert.deepEqual(received, []);
  });

  test("a test alert says what the receiver answered, and no redirect is followed", async () => {
    received.length = 0;
    const ask = async (): Promise<AlertTest> =>
      (await account.browser.call("POST", "/account/test-alerts", { body: {} })).body as AlertTest;
    assert.equal((await ask()).webhook_status, 204);
    status = 302;
    assert.equal((await ask()).webhook_status, 302);
    status = 204;
    assert.equal(received.length, 2);
    for (let count = 2; count < 10; count += 1) await ask();
    const refused = await account.browser.call("POST", "/account/test-alerts", { body: {} });
    assert.equal(refused.status, 429);
  });
});

describe("by default", () => {
  let service: TestService;
  let account: FilledAccount;
  before(async () => {
    service = await startTestService();
    account = await fillAccount(service, "kestrel");
  });
  after(() => service.close());

  test("private, unencrypted and odd addresses are refused with what to do", async () => {
    for (const address of [
      "https://127.0.0.1/x",
      "https://localhost/x",
      "https://10.1.2.3/x",
      "https://169.254.169.254/latest/meta-data",
      "https://[::1]/x",
      "https://[::ffff:10.0.0.1]/x",
      "https://[fd00::1]/x",
      "https://2130706433/x",
      "https://0x7f.1/x",
      "http://hooks.example.org/x",
      "https://me:secret@hooks.example.org/x",
      "ftp://hooks.example.org/x",
      "hooks",
    ]) {
      const { status: answered, body } = await save(account, address);
      assert.equal(answered, 422, address);
      assert.match(JSON.stringify(body), /alert_webhook_url/);
    }
    assert.equal((await save(account, "https://hooks.example.org/x")).status, 200);
    assert.equal((await save(account, null)).status, 200);
  });

  test("a name that leads to a private address is refused when it is looked up", async () => {
    const name = { url: url.replace("127.0.0.1", "localhost"), headers: {}, body: "{}" };
    await assert.rejects(sendWebhook({ ...name, allowsPrivate: false }), /private network/);
    received.length = 0;
    const dotted = { ...name, url: name.url.replace("localhost", "localhost.") };
    await assert.rejects(sendWebhook({ ...dotted, allowsPrivate: false }));
    assert.equal(received.length, 0);
  });
});
