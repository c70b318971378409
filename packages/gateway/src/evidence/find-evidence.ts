import type { Step } from "../protocols/protocol.ts";
import {
  ARGS_CHARS,
  COMMAND_MARKS,
  COMPLAINT_CHARS_MAX,
  COMPLAINTS,
  EDIT_COMMANDS,
  EDIT_TOOLS,
  ERROR_RESULTS,
  EXIT_CODES,
  DEMANDS,
  FAILURE_COUNTS,
  POLLING,
  GO_ON,
  SAME_CALL,
  STEPS_MAX,
  STILL_FAILS,
  TESTS_FAIL,
  TEST_COMMANDS,
  TEST_FAILURES,
  TOOL_ERRORS,
} from "./evidence.data.ts";

/** A sign that a model does not get on. */
export interface Finding {
  readonly code: "same_call" | "tests_fail_again" | "tool_errors" | "still_fails";
  readonly words: string;
}

type CallStep = Extract<Step, { kind: "call" }>;
type ResultStep = Extract<Step, { kind: "result" }>;

const isError = ({ isError, text }: ResultStep): boolean =>
  isError || ERROR_RESULTS.test(text.slice(0, 400)) || EXIT_CODES.test(text.slice(0, 400));

/** Polling, and a run that is green, may be the same as often as they like. */
const isStuck = (call: CallStep, result: ResultStep): boolean => {
  const text = result.text.slice(0, ARGS_CHARS);
  if (isError(result) || TEST_FAILURES.test(text)) return true;
  return !TEST_COMMANDS.test(commandOf(call)) && !POLLING.test(`${call.args.slice(0, ARGS_CHARS)} ${text}`);
};

/** The same call with the same result. */
function sameCall(steps: readonly Step[]): boolean {
  const results = new Map(steps.flatMap((step) => (step.kind === "result" ? [[step.id, step]] : [])));
  const counts = new Map<string, number>();
  const calls = steps.filter((step) => step.kind === "call");
  for (const call of calls.slice(-SAME_CALL.among)) {
    const result = results.get(call.id);
    if (result === undefined || !isStuck(call, result)) continue;
    const key = `${call.name}\u0000${call.args}\u0000${result.text}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()].some((count) => count >= SAME_CALL.times);
}

function errorsInARow(results: readonly ResultStep[]): boolean {
  const last = results.slice(-TOOL_ERRORS.inARow);
  return last.length === TOOL_ERRORS.inARow && last.every(isError);
}

const commandOf = ({ args }: CallStep): string => args.slice(0, ARGS_CHARS).replaceAll(COMMAND_MARKS, " ");

/** The failures that a run counts; undefined where it counts none. */
function failureCount(text: string): number | undefined {
  const counts = Array.from(text.matchAll(FAILURE_COUNTS), ([, before, behind]) => Number(before ?? behind));
  return counts.length === 0 ? undefined : Math.max(...counts);
}

/** Failed runs of tests up to the end, each behind an edit but the first; fewer failures than before are progress. */
function testsFailAgain(steps: readonly Step[]): boolean {
  const runs = new Set<string>();
  let failures = 0;
  let before = Infinity;
  let isEdited = false;
  for (const step of steps) {
    if (step.kind === "call") {
      const command = commandOf(step);
      if (TEST_COMMANDS.test(command)) runs.add(step.id);
      isEdited ||= EDIT_TOOLS.test(step.name) || EDIT_COMMANDS.test(command);
    }
    if (step.kind !== "result" || !runs.has(step.id)) continue;
    const hasFailed = step.isError || TEST_FAILURES.test(step.text);
    const count = failureCount(step.text) ?? before;
    if (!hasFailed) failures = 0;
    else if (count < before && before !== Infinity) failures = 1;
    else if (failures === 0 || isEdited) failures += 1;
    isEdited = false;
    before = hasFailed ? count : Infinity;
  }
  return failures >= TESTS_FAIL.runs;
}

const isComplaint = (words: string): boolean =>
  words.length <= COMPLAINT_CHARS_MAX &&
  words
    .split(/[.!?\n]+/)
    .some((sentence) => !DEMANDS.test(sentence) && COMPLAINTS.some((one) => one.test(sentence)));

/** Whether a person's words continue the task before them. */
export const isSameTask = (words: string): boolean => isComplaint(words) || GO_ON.test(words.slice(0, 200));

/**
 * The evidence that the conversation shows since the last task began.
 * @param steps oldest first
 */
export function findEvidence(steps: readonly Step[]): Finding | undefined {
  const last = steps.at(-1);
  const lastAnswer = steps.findLastIndex(({ kind }) => kind === "answer");
  if (last?.kind === "person" && lastAnswer > 0 && isComplaint(last.text))
    return { code: "still_fails", words: STILL_FAILS.words };
  const from = steps.findLastIndex(({ kind }) => kind === "person") + 1;
  const loop = steps.slice(Math.max(from, steps.length - STEPS_MAX));
  const results = loop.filter((step) => step.kind === "result");
  if (sameCall(loop)) return { code: "same_call", words: SAME_CALL.words };
  if (errorsInARow(results)) return { code: "tool_errors", words: TOOL_ERRORS.words };
  if (testsFailAgain(loop)) return { code: "tests_fail_again", words: TESTS_FAIL.words };
  return undefined;
}
