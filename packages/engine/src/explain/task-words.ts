// What a request was read as, in words.
import { CHARACTERS_A_PAGE } from "@signalbox/contracts";
import type { Explanation, Operation } from "@signalbox/contracts";

import { TIERS, writeTask } from "../conversation/task-reading.ts";
import type { TaskReading } from "../conversation/task-reading.ts";
import type { ConversationRecord } from "../record/decision-record.ts";

const OPERATION_WORDS: Readonly<Record<Operation, string>> = {
  converse: "Conversation",
  answer: "A question",
  extract: "Extraction",
  classify: "Classification",
  summarise: "A summary",
  translate: "A translation",
  rewrite: "Rewriting",
  title: "A title",
  write: "Writing",
  write_code: "New code",
  change_code: "A change of code",
  review: "A review",
  debug: "Debugging",
  solve: "A problem to solve",
  plan: "A plan",
  act: "A step of an agent",
};
/** Many of them. */
const WORK_WORDS: Readonly<Record<Operation, string>> = {
  converse: "conversation",
  answer: "questions",
  extract: "extraction",
  classify: "classification",
  summarise: "summaries",
  translate: "translation",
  rewrite: "rewriting",
  title: "titles",
  write: "writing",
  write_code: "new code",
  change_code: "changes of code",
  review: "reviews",
  debug: "debugging",
  solve: "problems to solve",
  plan: "plans",
  act: "steps of agents",
};

/** "debugging (software)" */
export const workWords = (operation: Operation, field: string): string =>
  `${WORK_WORDS[operation]} (${field})`;

/** Below this a reading is called a guess. */
const SURE = 0.6;
const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** To two significant digits: the estimate is no better. */
function roughly(tokens: number): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  return `${Math.max(1, Math.round(tokens / digits) * digits)}`;
}

function likeliestTier({ tiers }: TaskReading): string {
  const largest = Math.max(...tiers);
  return TIERS[tiers.indexOf(largest)] ?? TIERS[0];
}

/** " on about 3 pages", or nothing where the text is short. */
function sizeOf({ matterUnits = 0 }: TaskReading): string {
  const pages = matterUnits / CHARACTERS_A_PAGE;
  if (pages < 0.4) return "";
  const count = pages < 0.75 ? "half a page" : pages < 1.5 ? "a page" : `${roughly(pages)} pages`;
  return ` on about ${count}`;
}

function describe(task: TaskReading, { language }: ConversationRecord): string {
  const { operation, operationChance, field, tokens } = task;
  const guess = operationChance < SURE ? ", probably" : "";
  const spoken = language === "und" ? "" : `, ${names.of(language) ?? language}`;
  const length = roughly(tokens.median);
  const need = `the weakest class of models that does it well is likely "${likeliestTier(task)}"`;
  return `${OPERATION_WORDS[operation]} (${field}${spoken})${sizeOf(task)}${guess}; about ${length} visible tokens; ${need}.`;
}

export function understanding(
  conversation: ConversationRecord,
): Pick<Explanation["conversation"], "task" | "understood"> {
  const { task } = conversation;
  return task ? { task: writeTask(task), understood: describe(task, conversation) } : {};
}
