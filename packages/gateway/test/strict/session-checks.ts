// Dollars of five sessions of Claude Code beside always the flagship, with the provider's cache counted: five tasks of seven calls,
// 16,000 tokens of prompt and tools, 1,500 a result.
import assert from "node:assert/strict";

import type { Reply } from "../fake-provider.ts";
import { openTestGateway, post } from "../open-test-gateway.ts";
import type { Check } from "./checks.ts";
import { createStrictScript } from "./strict-script.ts";

const CANDIDATES = ["anthropic/claude-haiku-4-5", "anthropic/claude-sonnet-5", "anthropic/claude-opus-4-8"];
const EASY = [
  "Fix the typo 'recieve' in README.md.",
  "Rename the function getUsr to getUser in src/users.ts.",
  "Remove the unused import in src/app.ts.",
  "Add a missing semicolon in src/index.ts line 12.",
  "Change the greeting text from Hello to Welcome.",
];
const HARD = [
  "Two workers of our job queue sometimes run one job twice under load. Find the race between lease renewal and reclaim, prove the fix, and redesign the lease protocol so that it survives a partition of the network.",
  "Orders are sometimes charged twice when the payment webhook arrives while the client retries. Find out how that can happen and make the whole path idempotent, with a proof for each interleaving.",
  "Design a migration of our sharded ledger to another consensus protocol without downtime; prove that no balance can be lost when a shard fails in the middle.",
  "Our allocator corrupts memory under a rare interleaving of three threads. Find the cause in the lock-free free list, prove the memory ordering that is needed, and rewrite it.",
  "Find why replicas of our CRDT diverge after concurrent moves in a tree, prove convergence of a corrected algorithm, and implement it.",
];
const CALLS = 7;
const SYSTEM = "You are an agent that edits code in a repository. ".repeat(800);
const RESULT = "line of a file\n".repeat(400);
const TOOLS = Array.from({ length: 12 }, (_, index) => ({
  name: `Tool${index}`,
  description: "Does one thing to files. ".repeat(80),
  input_schema: { type: "object", properties: { path: { type: "string" } } },
}));

type Shape = readonly ("easy" | "hard")[];
const SHAPES: Readonly<Record<string, readonly [shape: Shape, most: number]>> = {
  "five easy tasks": [["easy", "easy", "easy", "easy", "easy"], 0.22],
  "four easy tasks, then a hard one": [["easy", "easy", "easy", "easy", "hard"], 0.66],
  "easy and hard tasks in turn": [["easy", "hard", "easy", "hard", "easy"], 0.75],
  "a hard task, then four easy ones": [["hard", "easy", "easy", "easy", "easy"], 0.5],
  "five hard tasks": [["hard", "hard", "hard", "hard", "hard"], 1.001],
};

/** @returns dollars as the gateway reports them, and the models of the turns */
async function playSession(shape: Shape, model: string): Promise<{ usd: number; models: string[] }> {
  const gateway = await openTestGateway({ flags: { candidates: CANDIDATES }, script: createStrictScript() });
  const refused: number[] = [];
  const messages: object[] = [];
  const models: string[] = [];
  const strict = gateway.provider.script;
  let call = 0;
  gateway.provider.script = (got, index): Reply => {
    const reply = strict(got, index);
    if ("status" in reply) refused.push(reply.status);
    const isLast = call % CALLS === CALLS - 1;
    return "status" in reply || isLast
      ? reply
      : { ...reply, tool: { name: "Tool1", args: { path: `${call}` } } };
  };
  const mark = { cache_control: { type: "ephemeral" } };
  for (const [task, kind] of shape.entries()) {
    messages.push({ role: "user", content: [{ type: "text", text: (kind === "easy" ? EASY : HARD)[task] }] });
    for (let at = 0; at < CALLS; at += 1) {
      const body = {
        model,
        max_tokens: 32_000,
        thinking: { type: "adaptive" },
        output_config: { effort: "high" },
        context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
        system: [{ type: "text", text: SYSTEM, ...mark }],
        tools: TOOLS,
        messages,
      };
      const answer = await post(gateway, "/v1/messages", body, { "x-claude-code-session-id": "session" });
      const { content } = (await answer.json()) as { content: { type: string; id: string }[] };
      assert.equal(answer.status, 200);
      if (at === 0) models.push(answer.headers.get("x-signalbox-model") ?? "");
      messages.push({ role: "assistant", content });
      const used = content.find(({ type }) => type === "tool_use");
      if (used !== undefined)
        messages.push({
          role: "user",
          content: [{ type: "tool_result", tool_use_id: used.id, content: RESULT }],
        });
      call += 1;
    }
  }
  const usd = gateway.entries.reduce((sum, entry) => sum + (entry.usd ?? Number.NaN), 0);
  await gateway.close();
  assert.deepEqual(refused, [], "a call was refused");
  return { usd, models };
}

export const SESSION_CHECKS: readonly Check[] = Object.entries(SHAPES).map(([name, [shape, most]]) => ({
  name: `${name} cost at most ${most} of always the flagship`,
  run: async (say) => {
    const auto = await playSession(shape, "auto");
    const flagship = await playSession(shape, "claude-opus-4-8");
    const share = auto.usd / flagship.usd;
    say(`${share.toFixed(3)} of $${flagship.usd.toFixed(2)}: ${auto.models.join(", ")}`);
    assert.ok(share <= most, `${share}: ${auto.models.join(", ")}`);
  },
}));
