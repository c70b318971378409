// The lines and reports of what calls took: under a plan, of answers that broke off, and across a restart.
import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { callLine, type GatewayStatus } from "../src/index.ts";
import type { Script } from "./fake-provider.ts";
import { openTestGateway, post, type TestGateway } from "./open-test-gateway.ts";

const ASK = "Fix the typo 'recieve' in README.md.";
const MESSAGES = { model: "auto", max_tokens: 1_000, messages: [{ role: "user", content: ASK }] };

const statusOf = async ({ url }: TestGateway, session = ""): Promise<GatewayStatus> =>
  (await (await fetch(`${url}/status${session}`)).json()) as GatewayStatus;

for (const [plan, path, body, headers, limits, words] of [
  [
    "Claude",
    "/v1/messages",
    MESSAGES,
    { authorization: "Bearer sk-ant-oat01-x" },
    {
      "anthropic-ratelimit-unified-5h-utilization": "0.23",
      "anthropic-ratelimit-unified-7d-utilization": "0.05",
    },
    "1K tokens of the plan (5h 23 % used, 7d 5 % used)",
  ],
  [
    "ChatGPT",
    "/v1/responses",
    { model: "auto", input: ASK },
    { authorization: "Bearer eyJx", "chatgpt-account-id": "a" },
    {
      "x-codex-primary-used-percent": "12.5",
      "x-codex-primary-window-minutes": "300",
      "x-codex-secondary-used-percent": "3",
      "x-codex-secondary-window-minutes": "10080",
    },
    "1K tokens of the plan (5h 13 % used, 7d 3 % used)",
  ],
] as const)
  test(`under a plan of ${plan} the line shows tokens and shares of its limits, and no dollars`, async () => {
    const gateway = await openTestGateway({ script: () => ({ text: "Done.", headers: limits }) });
    try {
      await (await post(gateway, path, body, headers)).text();
      const [entry] = gateway.entries;
      assert.ok(entry);
      assert.ok(callLine(entry).includes(words), callLine(entry));
      assert.doesNotMatch(callLine(entry), /\$|saved/);
      const [report] = gateway.decider.reports;
      assert.equal(report?.usage?.usd, undefined);
      assert.equal(report?.usage?.baseline_usd, undefined);
      assert.equal(report?.usage?.input_tokens, 1_000);
      const { totals, last } = await statusOf(gateway);
      assert.deepEqual([totals.planCalls, totals.planTokens, totals.priced, totals.usd], [1, 1_020, 0, 0]);
      assert.equal(last?.plan?.length, 2);
    } finally {
      await gateway.close();
    }
  });

test("an aggregator's own bill is reported as it is", async () => {
  const chat = {
    id: "c",
    object: "chat.completion",
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: "Done." }, finish_reason: "stop" }],
    usage: { prompt_tokens: 10, completion_tokens: 2, cost: 0.5 },
  };
  const gateway = await openTestGateway({
    script: () => ({ raw: JSON.stringify(chat), type: "application/json" }),
  });
  try {
    const asked = { model: "auto", messages: MESSAGES.messages };
    await (await post(gateway, "/v1/chat/completions", asked)).text();
    assert.equal(gateway.decider.reports[0]?.usage?.usd, 0.5);
  } finally {
    await gateway.close();
  }
});

test("what an answer that broke off took is reported, without a saving or a speed", async () => {
  const gateway = await openTestGateway({ script: () => ({ cutAfter: 700 }) });
  try {
    await post(gateway, "/v1/messages", { ...MESSAGES, stream: true })
      .then((answer) => answer.text())
      .catch(() => "");
    for (let tries = 0; tries < 100 && gateway.decider.reports.length === 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const usage = gateway.decider.reports[0]?.usage;
    assert.ok((usage?.usd ?? 0) > 0);
    assert.deepEqual([usage?.seconds, usage?.baseline_usd], [undefined, undefined]);
  } finally {
    await gateway.close();
  }
});

const THOUGHT: Script = ({ model }) => ({ text: "Done.", signature: `${"s".repeat(40)}-${model}` });

interface Block {
  readonly type: string;
}

test("makers of thoughts and totals of money survive a restart, and no key, text or signature is on disk", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-memory-"));
  const memoryFile = join(folder, "gateway.memory");
  const headers = { "x-api-key": "sk-ant-secret-key" };
  const asked = { ...MESSAGES, max_tokens: 8_000, thinking: { type: "enabled", budget_tokens: 2_000 } };
  const first = await openTestGateway({ memoryFile, script: THOUGHT });
  const answer = (await (await post(first, "/v1/messages", asked, headers)).json()) as { content: Block[] };
  const before = (await statusOf(first)).totals;
  await first.close();
  assert.ok(before.usd > 0);
  const written = readFileSync(memoryFile, "utf8");
  for (const secret of ["sk-ant-secret-key", "recieve", "ssss", "Done."])
    assert.ok(!written.includes(secret));
  assert.equal(statSync(memoryFile).mode & 0o777, 0o600);
  // A process that was killed leaves half a line.
  appendFileSync(memoryFile, '["mark","hal');
  const again = await openTestGateway({ memoryFile, script: THOUGHT });
  try {
    assert.deepEqual((await statusOf(again)).totals, before);
    const messages = [
      ...MESSAGES.messages,
      { role: "assistant", content: answer.content },
      { role: "user", content: "Fix the typo 'teh' too." },
    ];
    await (await post(again, "/v1/messages", { ...asked, messages }, headers)).text();
    const sent = again.provider.got[0]?.body["messages"] as { content: Block[] }[];
    assert.deepEqual(
      sent[1]?.content.map(({ type }) => type),
      ["thinking", "text"],
    );
    assert.ok((await statusOf(again)).totals.usd > before.usd);
  } finally {
    await again.close();
    rmSync(folder, { recursive: true });
  }
});
