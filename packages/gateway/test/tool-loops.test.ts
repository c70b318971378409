import assert from "node:assert/strict";
import { test } from "node:test";

import { createCatalog } from "@signalbox/catalog";
import fc from "fast-check";

import { noteSession } from "../src/door/note-call.ts";
import { createGatewayContext, type GatewayContext } from "../src/plan/gateway-context.ts";
import { planCall } from "../src/plan/plan-call.ts";
import { readCall } from "../src/plan/read-call.ts";
import type { Body, Protocol } from "../src/protocols/protocol.ts";
import { PROTOCOLS } from "../src/protocols/protocols.ts";
import { readSettings } from "../src/settings/read-settings.ts";
import { fitBody } from "../src/upstreams/fit-body.ts";
import { CANDIDATES } from "./open-test-gateway.ts";

const RUNS = 1_000;
const catalog = createCatalog();
const settings = readSettings({
  file: undefined,
  flags: { candidates: CANDIDATES },
  upstream: "http://127.0.0.1:9",
  key: undefined,
  env: {},
  catalog,
});

/** The decider wants another model each time: that one is kept is the gateway's own doing. */
function createContext(picks: readonly number[]): GatewayContext {
  let at = 0;
  return createGatewayContext({
    settings,
    catalog,
    decider: {
      decide: ({ llm_providers: offered }) => {
        const labels = (offered ?? []).map((entry) =>
          typeof entry === "string" ? entry : (entry.name ?? ""),
        );
        const pick = labels[(picks[at++ % picks.length] ?? 0) % labels.length] ?? "";
        return Promise.resolve({ llm_label: pick, ranking: [pick], session_id: crypto.randomUUID() });
      },
      report: () => Promise.resolve(),
      hasPreference: () => Promise.resolve(true),
    },
    onCall: () => {},
    nowMs: () => 0,
  });
}

interface Conversation {
  readonly protocol: Protocol;
  readonly items: object[];
  readonly hasId: boolean;
}

const bodyOf = ({ protocol, items, hasId }: Conversation): Body => ({
  model: "auto",
  [protocol.name === "responses" ? "input" : "messages"]: items,
  tools: [{ type: "function", name: "bash", input_schema: {}, function: { name: "bash" } }],
  ...(hasId && { prompt_cache_key: "session" }),
});

function say({ protocol, items }: Conversation, words: string): void {
  items.push(
    protocol.name === "responses"
      ? { type: "message", role: "user", content: words }
      : { role: "user", content: words },
  );
}

function answer({ protocol, items }: Conversation): void {
  items.push({
    ...(protocol.name === "responses" && { type: "message" }),
    role: "assistant",
    content: "Done.",
  });
}

/** A call of a tool with a thought that its model signed, and the result. */
function callTool({ protocol, items }: Conversation, id: string, signature: string): void {
  if (protocol.name === "messages")
    items.push(
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature },
          { type: "tool_use", id, name: "bash", input: { id } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: id, content: "ok" },
          { type: "text", text: "<system-reminder>tick</system-reminder>" },
        ],
      },
    );
  else if (protocol.name === "chat")
    items.push(
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id, type: "function", function: { name: "bash", arguments: id } }],
      },
      { role: "tool", tool_call_id: id, content: "ok" },
    );
  else
    items.push(
      { type: "reasoning", encrypted_content: signature, summary: [] },
      { type: "function_call", call_id: id, name: "bash", arguments: id },
      { type: "function_call_output", call_id: id, output: "ok" },
    );
}

interface Turn {
  readonly words: string;
  readonly calls: number;
}

async function ask(context: GatewayContext, conversation: Conversation): Promise<string> {
  const { protocol } = conversation;
  const body = bodyOf(conversation);
  const call = readCall(
    { protocol, headers: { authorization: "Bearer a" }, body, named: "auto", bytes: 1_000 },
    context.sessions,
  );
  const plan = await planCall(context, call);
  const [target] = plan.targets;
  assert.ok(target);
  noteSession(context, {
    call,
    plan,
    attempted: {
      target,
      hasMarksAdded: false,
      reach: { protocol: protocol.name, translator: undefined },
      opened: undefined,
      failure: undefined,
      failedOver: [],
    },
    startedMs: 0,
  });
  const sent = fitBody({
    text: undefined,
    body,
    protocol: protocol.name,
    model: target.model,
    takes: {},
    thoughts: {
      isOwn: (mark) => context.book.makerOf(call.session, mark) === target.label,
      thoughtBefore: () => undefined,
    },
    isLoopOpen: call.isLoopOpen,
  }).bytes.toString();
  JSON.parse(sent);
  for (const [signature = ""] of sent.matchAll(/signed by [^"]*/g))
    assert.equal(signature, `signed by ${target.label}`, "a signed thought came to another model");
  return target.label;
}

async function play(
  context: GatewayContext,
  conversation: Conversation,
  turns: readonly Turn[],
): Promise<void> {
  const session = context.sessions.read({ authorization: "Bearer a" }, bodyOf(conversation));
  for (const [index, { words, calls }] of turns.entries()) {
    say(conversation, words);
    let label = await ask(context, conversation);
    for (let at = 0; at < calls; at += 1) {
      const id = `call_${index}_${at}`;
      const signature = `signed by ${label}`;
      context.book.noteMark(session, { kind: "call", id }, label);
      context.book.noteMark(session, { kind: "thought", id: signature }, label);
      callTool(conversation, id, signature);
      const next = await ask(context, conversation);
      assert.equal(next, label, "the model changed inside a loop of tools");
      label = next;
    }
    answer(conversation);
  }
}

test(`in ${RUNS} runs of agents no loop of tools changes its model, and no signed thought comes to another`, async () => {
  const turn = fc.record({
    words: fc.constantFrom(
      "Fix the typo.",
      "It still fails, same error.",
      "continue",
      "Find the race in the scheduler.",
    ),
    calls: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(PROTOCOLS)),
      fc.array(turn, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(9), { minLength: 3, maxLength: 12 }),
      fc.boolean(),
      (protocol, turns, picks, hasId) => play(createContext(picks), { protocol, items: [], hasId }, turns),
    ),
    { numRuns: RUNS },
  );
});
