// A real service with the example's SDK, which sends its spans by OTLP over HTTP.
import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { createInstallation } from "../../load/installation.ts";
import { startCollector, type SentSpan } from "./collector.ts";

const EXAMPLE = join(import.meta.dirname, "../../../examples/opentelemetry/tracing.mjs");
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER_SPAN_ID = "00f067aa0ba902b7";
const PROMPT = "a sentence that no span may carry";

function attributesOf(span: SentSpan | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
}

function assertInside(part: SentSpan, whole: SentSpan): void {
  assert.equal(part.parentSpanId, whole.spanId);
  const [from, to] = [BigInt(part.startTimeUnixNano), BigInt(part.endTimeUnixNano)];
  const slack = 1_000_000n;
  assert.ok(from <= to && from >= BigInt(whole.startTimeUnixNano) - slack, part.name);
  assert.ok(to <= BigInt(whole.endTimeUnixNano) + slack, part.name);
}

test("a registered SDK gets the caller's trace with the parts of a decision, ids and the label, and no text", async () => {
  const collector = await startCollector();
  // Beside the packages that it imports, as on an operator's machine.
  const script = join(import.meta.dirname, `tracing-${process.pid}.mjs`);
  copyFileSync(EXAMPLE, script);
  const installation = await createInstallation("", {
    NODE_OPTIONS: `--import ${script}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  const replica = await installation.start();
  try {
    const answer = await fetch(`${installation.url}/api/v1/model-select`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${installation.key()}`,
        "content-type": "application/json",
        traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`,
      },
      body: JSON.stringify({
        messages: [{ role: "user", content: PROMPT }],
        llm_providers: ["openai/gpt-5", "openai/gpt-5-nano"],
      }),
    });
    assert.equal(answer.status, 200);
    const { llm_label: label, session_id: id } = (await answer.json()) as Record<string, string>;
    const spans = await collector.traceOf("POST /api/v1/model-select");
    const whole = spans.find(({ name }) => name === "POST /api/v1/model-select");
    assert.ok(whole !== undefined);
    assert.deepEqual([whole.traceId, whole.parentSpanId], [TRACE_ID, CALLER_SPAN_ID]);
    const parts = spans.filter((span) => span !== whole);
    assert.deepEqual(
      parts.map(({ name }) => name),
      ["wait", "parse", "read", "decide", "journal"],
    );
    for (const part of parts) assertInside(part, whole);
    const attributes = attributesOf(whole);
    assert.equal(attributes["signalbox.model.label"], label);
    assert.equal(attributes["signalbox.session.id"], id);
    assert.equal(attributes["http.response.status_code"], 200);
    assert.match(String(attributes["signalbox.account.id"]), /^\S{8,}$/);
    assert.ok(!collector.text().includes(PROMPT));
    assert.ok(!collector.text().includes(installation.key()));
  } finally {
    await replica.stop();
    installation.remove();
    collector.stop();
    rmSync(script);
  }
});
