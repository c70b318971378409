// Open problems and facts that nobody has differ from questions about them, and coding agents from callers that merely have tools.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Message } from "./message.ts";
import { circumstanceOf } from "./circumstance.ts";
import { userMessage } from "./message.ts";

const asked = (text: string) => circumstanceOf([userMessage(text)], [], text);
const system = (text: string): Message => ({ ...userMessage(text), role: "system" });

test("a problem that nobody has solved is one, in several languages", () => {
  for (const text of [
    "Prove the Riemann hypothesis.",
    "Beweise die Riemannsche Vermutung.",
    "Démontre l'hypothèse de Riemann",
    "请证明黎曼猜想",
    "Prove that P != NP.",
    "Prove that P is not equal to NP.",
    "Factor RSA-2048.",
    "Give a proof of Goldbach's conjecture",
    "Prove the Hodge conjecture for abelian fourfolds.",
    "Settle the Beal conjecture with a complete proof.",
    "Докажите, что простых близнецов бесконечно много",
    "리만 가설을 증명해 주세요",
    "Dimostra la congettura di Goldbach",
  ])
    assert.equal(asked(text), "open_problem", text);
});

test("work about such a problem, or beside it, is no open problem", () => {
  for (const text of [
    "Explain the Riemann hypothesis to a school class.",
    "Write a Python function that checks Goldbach's conjecture up to 10^6.",
    "Prove that the Riemann hypothesis implies Lindelöf's.",
    "find a bug: p = np.zeros(3)",
    "Prove that there are infinitely many primes.",
    "Solve the equation x^2 = 4.",
    "Prove the four color theorem and the Poincaré conjecture's analogue for surfaces.",
    "Prove the inductive hypothesis for n + 1.",
    "Write a poem about the Collatz conjecture, prove nothing.",
    "Pourquoi la conjecture de Goldbach est-elle si dure à démontrer ?",
  ])
    assert.equal(asked(text), undefined, text);
});

test("what nobody has said, or what lies ahead, is unknowable; what was said is not", () => {
  for (const text of [
    "What did I have for breakfast?",
    "What will the price of Nvidia be tomorrow?",
    "Tell me tomorrow's Nvidia stock price",
    "Give me the next winning lottery numbers.",
    "Was habe ich heute gegessen?",
    "what number am I thinking of",
    "Wo habe ich meine Schlüssel hingelegt?",
    "Comment s'appelle mon chien ?",
    "我昨晚吃了什么？",
    "who won the raffle at my office yesterday",
    "¿Quién va a ganar el mundial de 2038?",
  ])
    assert.equal(asked(text), "unknowable", text);
  assert.equal(asked("What should I have for breakfast?"), undefined);
  for (const text of [
    "What are my rights as a tenant?",
    "What did I do wrong here: 7 x 8 = 54?",
    "My dog is called Rex. What is my dog called?",
    "How old am I if I was born in May 1990?",
    "What will 500 euros be worth at 3 % interest in 10 years?",
    "Was hilft meinem Hund gegen Zecken?",
    "¿Cómo se dice 'mi hermano' en inglés?",
    "Guten Morgen, ich bin Neurochirurg und habe eine schwere Operation hinter mir. Wie geht's?",
  ])
    assert.equal(asked(text), undefined, text);
  const said = [userMessage("I had porridge."), userMessage("What did I have for breakfast?")];
  assert.equal(circumstanceOf(said, [], "What did I have for breakfast?"), undefined);
  assert.equal(
    circumstanceOf(said.slice(1), [{ name: "diary" }], "What did I have for breakfast?"),
    undefined,
  );
  const given = [system("The user's diary: porridge at eight. ".repeat(20)), ...said.slice(1)];
  assert.equal(circumstanceOf(given, [], "What did I have for breakfast?"), undefined);
});

test("a coding agent is known by tools that run or edit, or by its prompt; a caller with other tools is no agent", () => {
  const at = (names: readonly string[], prompt = "") =>
    circumstanceOf(
      [system(prompt), userMessage("fix it")],
      names.map((name) => ({ name })),
      "fix it",
    );
  for (const name of [
    "bash",
    "Bash",
    "str_replace_editor",
    "apply_patch",
    "run_command",
    "write_file",
    "Edit",
  ])
    assert.equal(at([name]), "coding_agent", name);
  for (const name of ["get_weather", "search", "editorial_calendar", "create_invoice", "shellfish_prices"])
    assert.equal(at([name]), undefined, name);
  assert.equal(at([], "You are a coding agent that works in a terminal."), "coding_agent");
  assert.equal(at([], "You are a helpful shop assistant."), undefined);
});

test("a change of a whole code base is wide, that of a file or two is not", () => {
  for (const text of [
    "Refactor this repository: move all 60 files from callbacks to async/await and keep the interface.",
    "Migrate the entire codebase from JavaScript to TypeScript.",
    "Refactor this 60-file service from callbacks to async/await.",
    "Stelle alle 40 Dateien um: überarbeite sie für die neue API.",
    "Réécris 25 fichiers en Rust",
    "把整个代码库迁移到 Python 3",
  ])
    assert.equal(asked(text), "wide_change", text);
  for (const text of [
    "Rename the variable in these 3 files.",
    "List the 60 files of the folder.",
    "Explain the whole codebase to me.",
    "Convert 250 km to miles.",
  ])
    assert.equal(asked(text), undefined, text);
});
