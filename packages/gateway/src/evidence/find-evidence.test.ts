import assert from "node:assert/strict";
import { test } from "node:test";

import type { Step } from "../protocols/protocol.ts";
import { findEvidence, isSameTask } from "./find-evidence.ts";

let calls = 0;
const person = (text: string): Step => ({ kind: "person", text });
const answer: Step = { kind: "answer" };
function call(name: string, args: string, text = "ok", isError = false): Step[] {
  const id = `call_${(calls += 1)}`;
  return [
    { kind: "call", id, name, args },
    { kind: "result", id, isError, text },
  ];
}
const edit = (): Step[] => call("Edit", `{"file":"a.ts","at":${calls}}`);
const run = (text: string): Step[] => call("Bash", `{"command":"npm test","at":${calls}}`, text);

const TRAJECTORIES: Readonly<Record<string, readonly [steps: readonly Step[], code: string | undefined]>> = {
  "the same call three times in six": [
    [
      person("Fix it"),
      ...call("Read", "a"),
      ...call("Read", "b"),
      ...call("Read", "a"),
      ...call("Grep", "c"),
      ...call("Read", "a"),
    ],
    "same_call",
  ],
  "the same call twice": [[person("Fix it"), ...call("Read", "a"), ...call("Read", "a")], undefined],
  "the same call three times in eight": [
    [
      person("x"),
      ...call("R", "a"),
      ...call("R", "1"),
      ...call("R", "a"),
      ...call("R", "2"),
      ...call("R", "3"),
      ...call("R", "4"),
      ...call("R", "5"),
      ...call("R", "a"),
    ],
    undefined,
  ],
  "tests that fail again after an edit": [
    [person("Fix it"), ...run("2 failed"), ...edit(), ...run("2 failed")],
    "tests_fail_again",
  ],
  "fewer failures after an edit": [
    [person("Fix it"), ...run("3 failed"), ...edit(), ...run("1 failed")],
    undefined,
  ],
  "failures that fall and rise again": [
    [person("Fix it"), ...run("3 failed"), ...edit(), ...run("1 failed"), ...edit(), ...run("2 failed")],
    "tests_fail_again",
  ],
  "a build that is polled": [
    [person("Fix it"), ...[1, 2, 3].flatMap(() => call("bash", "gh run view 7", "status: in progress"))],
    undefined,
  ],
  "green runs": [[person("Fix it"), ...[1, 2, 3].flatMap(() => run("12 passed"))], undefined],
  "words that say what must not be": [
    [person("Fix it"), { kind: "answer" }, person("Make sure the retry is not fixed at 3")],
    undefined,
  ],
  "an edit by a patch in a shell, and a command sent as a list": [
    [
      person("Fix it"),
      ...call("shell", '{"command":["npm","test"]}', "Exit code: 1"),
      ...call("shell", '{"command":["apply_patch","*** Begin Patch"]}'),
      ...call("shell", '{"command":["npm","test"]}', "Exit code: 1"),
    ],
    "tests_fail_again",
  ],
  "an edit by a stream editor, and another runner of tests": [
    [
      person("Fix it"),
      ...call("bash", '{"command":"python -m unittest"}', "FAILED (failures=2)"),
      ...call("bash", '{"command":"sed -i s/a/b/ a.py"}'),
      ...call("bash", '{"command":"python -m unittest -v"}', "FAILED (failures=2)"),
    ],
    "tests_fail_again",
  ],
  "a file that is only read between two runs": [
    [
      person("Fix it"),
      ...run("2 failed"),
      ...call("bash", '{"command":"cat a.ts; sed -n 1,9p a.ts"}'),
      ...run("2 failed"),
    ],
    undefined,
  ],
  "tests that failed once": [[person("Fix it"), ...run("2 failed"), ...edit()], undefined],
  "tests that pass after an edit": [
    [person("Fix it"), ...run("2 failed"), ...edit(), ...run("12 passed, 0 failed")],
    undefined,
  ],
  "tests run again without an edit": [
    [person("Fix it"), ...run("2 failed"), ...run("2 failed, again")],
    undefined,
  ],
  "three errors in a row": [
    [
      person("x"),
      ...call("A", "1", "boom", true),
      ...call("B", "2", "Error: no such file"),
      ...call("C", "3", "exit code: 2"),
    ],
    "tool_errors",
  ],
  "errors with a success between": [
    [person("x"), ...call("A", "1", "boom", true), ...call("B", "2"), ...call("C", "3", "boom", true)],
    undefined,
  ],
  "a person who says that it still fails": [
    [person("Fix it"), answer, person("It still fails with the same error")],
    "still_fails",
  ],
  "the same words as a first task": [[person("The login still fails")], undefined],
  "what happened before the last words of a person": [
    [person("x"), ...call("R", "a"), ...call("R", "a"), ...call("R", "a"), answer, person("Now rename it")],
    undefined,
  ],
};

for (const [name, [steps, code]] of Object.entries(TRAJECTORIES))
  test(`${name}: ${code ?? "no evidence"}`, () => {
    assert.equal(findEvidence(steps)?.code, code);
  });

const COMPLAINTS = [
  "still failing",
  "That didn't fix it",
  "same error",
  "Es geht immer noch nicht",
  "Toujours la même erreur",
  "Sigue sin funcionar",
  "não funciona",
  "всё ещё не работает",
  "还是报错",
  "まだエラーになる",
  "여전히 실패해",
];
for (const words of COMPLAINTS)
  test(`"${words}" goes on with the task before it`, () => {
    assert.ok(isSameTask(words));
  });

for (const words of [
  "Add a button to the settings page",
  "Rename foo to bar",
  "Explain how the parser works",
])
  test(`"${words}" is a new task`, () => {
    assert.ok(!isSameTask(words));
  });

test("hostile words are read in linear time", () => {
  const words = `still ${"a ".repeat(300)}`;
  const text = `exit ${"exited with code ".repeat(5_000)}`;
  assert.equal(findEvidence([person(words), answer, person(words), ...run(text)])?.code, undefined);
});
