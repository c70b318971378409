// The list of metrics is what /metrics answers, and what alert rules and the Grafana dashboard may ask for.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ALERT_RULES, METRICS } from "../src/index.ts";
import { startTestService, type TestService } from "./test-service.ts";

const DEPLOY = join(import.meta.dirname, "../../../deploy");
/** Metrics of the Node process, and of the scraper itself. */
const FOREIGN = /^(signalbox_(process|nodejs)_\w+|up)$/;
const ENCODER = /^signalbox_encoder_/;

let service: TestService;
let served: ReadonlyMap<string, string>;
before(async () => {
  service = await startTestService();
  const { body } = await service.app.http.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  served = new Map(
    Array.from(body.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = "", kind = ""]) => [name, kind]),
  );
});
after(() => service.close());

test("every metric of the list is served as the kind it says, and none beside it", () => {
  // The static tier has no encoder, so its gauges are not there.
  const listed = Object.values(METRICS).filter(({ name }) => !ENCODER.test(name));
  assert.deepEqual(
    listed.map(({ name }) => [name, served.get(name)]),
    listed.map(({ name, kind }) => [name, kind]),
  );
  const names = new Set<string>(listed.map(({ name }) => name));
  assert.deepEqual(
    [...served.keys()].filter((name) => !names.has(name) && !FOREIGN.test(name)),
    [],
  );
});

test("decisions are counted by what was asked, in names of ours", async () => {
  const key = service.firstStart?.key ?? assert.fail();
  for (const content of [
    "Translate into German: good morning",
    "Translate into French: good evening",
    "hi",
  ]) {
    const answer = await service.app.http.inject({
      method: "POST",
      url: "/api/v1/model-select",
      headers: { authorization: `Bearer ${key}` },
      payload: { messages: [{ role: "user", content }], llm_providers: [{ model: "openai/gpt-4o" }] },
    });
    assert.equal(answer.statusCode, 200, answer.body);
  }
  const { body } = await service.app.http.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  const counted = Array.from(
    body.matchAll(/^signalbox_decisions_asked_total\{task="(\w+)",field="(\w+)"\} (\d+)$/gm),
    ([, task = "", , count = ""]) => [task, Number(count)] as const,
  );
  const totals = Map.groupBy(counted, ([task]) => task);
  const sum = (rows: typeof counted = []): number => rows.reduce((all, [, count]) => all + count, 0);
  assert.equal(sum(totals.get("translate")), 2, body);
  assert.equal(sum(totals.get("converse")), 1);
  assert.equal(sum(counted), 3);
});

const namesIn = (expression: string): readonly string[] =>
  Array.from(expression.matchAll(/\b(signalbox_[a-z_]+|up\b)/g), ([, name = ""]) =>
    name.replace(/_(bucket|count|sum)$/, ""),
  );

test("alert rules and the dashboard of Grafana ask for metrics that are served", () => {
  const { panels } = JSON.parse(readFileSync(join(DEPLOY, "grafana/signalbox.json"), "utf8")) as {
    panels: { targets: { expr: string }[] }[];
  };
  const expressions = [
    ...ALERT_RULES.map(({ expression }) => expression),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  for (const expression of expressions) {
    const names = namesIn(expression);
    assert.ok(names.length > 0, expression);
    for (const name of names) assert.ok(served.has(name) || name === "up", `${name} in ${expression}`);
  }
});

test("every alert has a section of its own in the runbook, with steps", () => {
  const runbook = readFileSync(join(DEPLOY, "../docs/runbook.md"), "utf8");
  for (const { name, steps } of ALERT_RULES) {
    assert.ok(steps.length > 0, name);
    assert.ok(runbook.includes(`\n## ${name}\n`), name);
  }
});

test("metrics are not given to what a proxy on this machine passes on", async () => {
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via", "cf-connecting-ip", "host"]) {
    const headers = { [name]: "203.0.113.7" };
    const { statusCode } = await service.app.http.inject({
      url: "/metrics",
      remoteAddress: "127.0.0.1",
      headers,
    });
    assert.equal(statusCode, 401, name);
  }
});

test("metrics are not given to a proxy that was not configured, which speaks HTTP/1.0, and are to this machine", async () => {
  const url = new URL(await service.app.http.listen({ host: "127.0.0.1", port: 0 }));
  const statusOf = async (version: string): Promise<string> => {
    const socket = connect(Number(url.port), "127.0.0.1");
    socket.write(`GET /metrics HTTP/${version}\r\nhost: ${url.host}\r\nconnection: close\r\n\r\n`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    return text.split(" ")[1] ?? "";
  };
  assert.deepEqual([await statusOf("1.0"), await statusOf("1.1")], ["401", "200"]);
});
