import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATIONS } from "@signalbox/contracts";
import type { Message } from "../conversation/message.ts";
import { readTaskText } from "../conversation/task-text.ts";
import { HEADS } from "./attention.ts";
import { isExistenceCheck, settleSmallTurn } from "./small-turns.ts";

const say = (role: string, text: string): Message => ({
  role,
  text,
  parts: [],
  toolCallCount: 0,
  isToolResult: false,
});

/** Shares of a turn that the heads doubt, settled. */
function settled(...messages: readonly Message[]): Float64Array {
  const shares = new Float64Array(HEADS.count);
  shares.fill(1 / OPERATIONS.length, HEADS.operation, HEADS.field);
  shares.fill(0.2, HEADS.tier, HEADS.tokens);
  settleSmallTurn(readTaskText(messages, 0), shares);
  return shares;
}
const talkOf = (shares: Float64Array): number => shares[OPERATIONS.indexOf("converse")]!;
const smallOf = (shares: Float64Array): number => shares[HEADS.tier]!;
const sumOf = (shares: Float64Array, from: number, to: number): number =>
  shares.subarray(from, to).reduce((sum, share) => sum + share, 0);

test("a greeting without a question is small talk where the heads doubt, and shares stay shares", () => {
  for (const turn of ["hi there, tax lawyer here", "Hallo, Kernphysiker hier!", "bonjour, chirurgienne"]) {
    const shares = settled(say("user", turn));
    assert.ok(talkOf(shares) > 0.5 && smallOf(shares) > 0.5, turn);
    assert.ok(Math.abs(sumOf(shares, HEADS.operation, HEADS.field) - 1) < 1e-9);
    assert.ok(Math.abs(sumOf(shares, HEADS.tier, HEADS.tokens) - 1) < 1e-9);
  }
});

test("a question, a long turn, a later turn and a turn under a system prompt keep what the heads say", () => {
  for (const messages of [
    [say("user", "hi, which is the hardest open problem in topology?")],
    [say("user", `hello, ${"we run three clusters and one of them loses leases ".repeat(3)}`)],
    [say("user", "prove Zorn's lemma"), say("assistant", "By ..."), say("user", "hi again, go on")],
    [say("system", "Classify each message."), say("user", "hi the kettle is broken")],
    [say("user", "history of the Hanse")],
  ])
    assert.ok(Math.abs(smallOf(settled(...messages)) - 0.2) < 1e-9, messages.at(-1)!.text);
});

test("whether a file, folder or table exists is a small check", () => {
  for (const turn of [
    "does the file exist?",
    "check whether /etc/fstab exists",
    "please make sure that settings.yaml exists.",
    "is there a table named orders?",
    "existiert die Datei plan.odt?",
    "prüfe ob der Ordner build existiert",
    "le fichier data.csv existe-t-il ?",
    "¿existe el archivo notas.txt?",
    "文件 a.txt 是否存在？",
  ]) {
    assert.ok(isExistenceCheck(turn), turn);
    assert.ok(smallOf(settled(say("user", turn))) > 0.7, turn);
  }
});

test("what is to be proven, explained or programmed is no such check", () => {
  for (const turn of [
    "verify that the limit exists",
    "is there a proof that P/poly contains NP?",
    "does a perfect cuboid exist?",
    "write a function that checks whether a file exists",
    "why does the file exist?",
    "is there a file system that survives power loss?",
    "check that the file exists, then design its schema",
    "does the file exist in two branches and which of them is right?",
  ])
    assert.ok(!isExistenceCheck(turn), turn);
});
