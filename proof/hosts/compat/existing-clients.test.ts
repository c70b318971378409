// Every release of the npm client that is still in use, unchanged, over real HTTP: it works once its address is changed.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";

import type { DecisionDetail } from "@signalbox/contracts";

import { answerOf, startFakeProvider, type FakeProvider, type Replier } from "../../load/fake-provider.ts";
import { startRunningService, type RunningService } from "../running-service.ts";
import type { ClientReport } from "./not-diamond-client.ts";

const RELEASES = ["0.3.8", "0.3.10", "1.0.9", "1.1.2", "1.1.4"];
const MODELS = new Set(["gpt-4o", "gpt-4o-mini"]);
const CITY = { city: "Lisbon", inhabitants: 567_131 };

/** Structured output arrives as a call of the tool that the client made of the schema. */
const replier: Replier = ({ model, body }) => {
  const [tool] = (body["tools"] ?? []) as readonly { readonly function: { readonly name: string } }[];
  if (tool !== undefined) return { toolCalls: [{ name: tool.function.name, arguments: CITY }] };
  return { text: body["response_format"] === undefined ? answerOf(model) : JSON.stringify(CITY) };
};

let service: RunningService;
let provider: FakeProvider;
before(async () => {
  service = await startRunningService();
  provider = await startFakeProvider(replier);
});
after(async () => {
  await provider.close();
  await service.stop();
});

async function reportsOf(release: string, addresses: readonly string[]): Promise<readonly ClientReport[]> {
  const child = fork(
    join(import.meta.dirname, "client-process.ts"),
    [`notdiamond-${release}`, ...addresses],
    {
      silent: true,
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: {
        PATH: process.env["PATH"],
        NOTDIAMOND_API_KEY: service.apiKey,
        OPENAI_API_KEY: "provider-key",
        OPENAI_BASE_URL: provider.url,
      },
    },
  );
  const errors: Buffer[] = [];
  child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk));
  const exit = once(child, "exit");
  const [reports] = (await Promise.race([
    once(child, "message"),
    exit.then(() => {
      throw new Error(`notdiamond ${release} ended: ${Buffer.concat(errors).toString()}`);
    }),
  ])) as [readonly ClientReport[]];
  await exit;
  return reports;
}

async function decisionOf(sessionId: string | undefined): Promise<DecisionDetail> {
  const answer = await fetch(`${service.url}/api/v1/decisions/${sessionId}`, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as DecisionDetail;
}

async function assertSelected(report: ClientReport): Promise<void> {
  const { plain, full, preferenceId } = report;
  const [picked] = plain.providers ?? [];
  assert.ok(picked?.provider === "openai" && MODELS.has(picked.model), JSON.stringify(plain));
  const first = await decisionOf(plain.session_id);
  assert.equal(first.label, `openai/${picked.model}`);
  assert.equal(first.feedback_value, 1);
  const second = await decisionOf(full.session_id);
  const [chosen] = full.providers ?? [];
  assert.ok(["openai/gpt-4o", "own/tuned-7b"].includes(`${chosen?.provider}/${chosen?.model}`));
  assert.equal(second.previous_session, plain.session_id);
  assert.equal(second.preference_id, preferenceId ?? null);
  assert.equal(second.explanation.objective.kind, "cost");
}

/** Releases before 0.3.10 show the fault's text; later ones put words of their own in its place. */
function assertFaults({ unknownSession, badKey }: ClientReport, release: string): void {
  for (const fault of [unknownSession, badKey]) {
    assert.deepEqual(Object.keys(fault), ["detail"]);
    assert.equal(typeof fault.detail, "string");
  }
  if (release === "0.3.8") {
    assert.match(String(unknownSession.detail), /previous_session/);
    assert.match(String(badKey.detail), /key/i);
  } else {
    assert.equal(badKey.detail, "An error occurred.");
  }
}

function assertCalled({ called }: ClientReport): void {
  assert.ok(called !== undefined);
  for (const created of [called.created, called.createdByCallback, called.createdByPromise])
    assert.equal(created?.content, answerOf(created?.providers[0]?.model ?? ""));
  for (const { model, text } of [called.streamed, called.streamedDirectly, called.streamedByCallback])
    assert.equal(text, answerOf(model));
  assert.deepEqual(JSON.parse(called.structured.content), CITY);
}

for (const release of RELEASES)
  test(`notdiamond ${release} makes every call it offers at both mounts, with and without a trailing slash`, async () => {
    const { url } = service;
    const addresses = [url, `${url}/`, `${url}/api/v1`, `${url}/api/v1/`];
    const reports = await reportsOf(release, addresses);
    assert.deepEqual(
      reports.map(({ address }) => address),
      addresses,
    );
    for (const report of reports) {
      assert.deepEqual(report.feedback.success, true, JSON.stringify(report.feedback));
      await assertSelected(report);
      assertFaults(report, release);
      if (release === "0.3.8") assert.equal(report.called, undefined);
      else assertCalled(report);
    }
    assert.ok(provider.models().every((model) => MODELS.has(model)));
  });
