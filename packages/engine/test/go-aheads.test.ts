// A turn that goes on with what was asked before needs what that needs: in a chat, after several such turns, within an agent's task.
// One that ends the conversation or keeps house does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRouter } from "../src/index.ts";
import { loadShippedEngine } from "./shipped-engine.ts";

const { model, catalog } = await loadShippedEngine();
const router = createRouter({ model, catalog });
const POOL = ["openai/gpt-5.6-sol", "openai/gpt-5.6-luna", "openai/gpt-oss-20b"];
const HARD =
  "Prove that the sequence CRDT of our editor converges under concurrent moves, and implement its core in Rust with undo and garbage collection.";
const OFFER = "Here are the data types and the first lemma. Shall I go on?";
const ASSENTS = [
  "yes",
  "yes, go on",
  "OK, do it!",
  "next",
  "great, now the tests",
  "and the rest?",
  "ja, mach weiter",
  "weiter so",
  "sí, sigue",
  "oui, continue",
  "да, дальше",
  "はい、続けて",
  "继续",
  "계속해줘",
  "نعم تابع",
  "devam et",
  "endelea",
] as const;

interface Turn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

const user = (content: string): Turn => ({ role: "user", content });
const assistant = (content: string): Turn => ({ role: "assistant", content });

function select(messages: readonly Turn[], toolNames: readonly string[] = []) {
  const tools = toolNames.map((name) => ({ type: "function", function: { name } }));
  const body = {
    messages,
    llm_providers: POOL.map((name) => ({ model: name })),
    tradeoff: "cost",
    include: ["explanation"],
    ...(tools.length === 0 ? {} : { tools }),
  };
  return router.select(body as never);
}

function taskOf(messages: readonly Turn[], toolNames?: readonly string[]) {
  const task = select(messages, toolNames).explanation?.conversation.task;
  assert.ok(task !== undefined);
  return task;
}

const smallShare = ([small = 0, mid = 0]: readonly number[]): number => small + mid;

test("after an offer, any number of assents in any language is read as what was asked, and picks alike", () => {
  const { operation, tiers, tokens } = taskOf([user(HARD)]);
  const picked = select([user(HARD)]).ranking[0];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ASSENTS), { minLength: 1, maxLength: 6 }), (assents) => {
      const messages = [user(HARD), ...assents.flatMap((assent) => [assistant(OFFER), user(assent)])];
      const task = taskOf(messages);
      assert.equal(task.operation, operation);
      assert.ok(smallShare(task.tiers) <= smallShare(tiers) + 1e-9);
      assert.deepEqual(task.tokens, tokens);
      assert.equal(select(messages).ranking[0], picked);
    }),
    { numRuns: 60 },
  );
});

test("thanks and a goodbye are small talk, whatever was asked before", () => {
  for (const end of ["thanks, that's all", "bye!", "gute nacht", "谢谢", "merci beaucoup"]) {
    const { tiers } = taskOf([user(HARD), assistant(OFFER), user(end)]);
    assert.ok(smallShare(tiers) > 0.75, end);
  }
});

test("a short request of its own is not taken for an assent", () => {
  const translated = taskOf([user(HARD), assistant(OFFER), user("now translate it into French")]);
  assert.equal(translated.operation, "translate");
});

test("an easy question stays easy when it is gone on with", () => {
  const easy = user("What is the capital of Peru?");
  const { tiers } = taskOf([easy, assistant("Lima."), user("ok, go on")]);
  assert.ok(smallShare(tiers) > 0.8);
});

test("within an agent's task short turns need what the task needs, housekeeping and side calls do not", () => {
  const tools = ["bash", "edit", "read"];
  const asked = [user(HARD), assistant("The core is done, the test of the merge fails.")];
  const need = smallShare(taskOf([user(HARD)], tools).tiers);
  for (const turn of ["yes", "fix test", "check it from top to bottom", "still stuck", "why does it fail?"]) {
    const { tiers } = taskOf([...asked, user(turn)], tools);
    assert.ok(smallShare(tiers) <= need + 1e-9, turn);
  }
  for (const turn of ["commit and push", "rename the branch to fix-merge"])
    assert.ok(smallShare(taskOf([...asked, user(turn)], tools).tiers) > 0.7, turn);
  const title = "Write a title of at most six words for this conversation.";
  assert.ok(smallShare(taskOf([...asked, user(title)]).tiers) > 0.7);
});

test("a pipeline works on the turn's text even where that reads like an assent", () => {
  const system: Turn = { role: "system", content: "Translate every message of the user into German." };
  const messages = [system, user(HARD), assistant("Beweisen Sie ..."), user("yes, go on")];
  assert.equal(taskOf(messages).operation, "translate");
});

test("a harness's long system prompt frames an agent's request and does not change what it needs", () => {
  const tools = ["bash", "edit", "read"];
  const rules =
    "You are a careful agent. Never commit secrets. Prefer small proofs and short answers. ".repeat(60);
  for (const asked of [HARD, "Add a trailing newline to README.md."]) {
    const framed = taskOf([{ role: "system", content: rules }, user(asked)], tools);
    assert.deepEqual(framed, taskOf([user(asked)], tools));
  }
});
