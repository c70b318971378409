// Words for the task that a request was read as.
import type { Explanation, Operation } from "@signalbox/contracts";

import { TIERS, writeTask } from "../reader/task/task-reading.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
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

/** Below this a reading is called a guess. */
const SURE = 0.6;
const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

function likeliestTier({ tiers }: TaskReading): string {
  const largest = Math.max(...tiers);
  return TIERS[tiers.indexOf(largest)] ?? TIERS[0];
}

/** Two leading digits. */
function roughly(amount: number): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1);
  return `${Math.max(1, Math.round(amount / digits) * digits)}`;
}

const asGuess = (phrase: string): string => `Probably ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`;

function describe(task: TaskReading, { language }: ConversationRecord): string {
  const { operation, operationChance, field, tokens } = task;
  const words = OPERATION_WORDS[operation];
  const phrase = operationChance < SURE ? asGuess(words) : words;
  const spoken = language === "und" ? "" : `, ${names.of(language) ?? language}`;
  const length = roughly(tokens.median);
  const need = `the weakest class of models that does it well is likely "${likeliestTier(task)}"`;
  return `${phrase} (${field}${spoken}); about ${length} visible tokens; ${need}.`;
}

export function understanding(
  conversation: ConversationRecord,
): Pick<Explanation["conversation"], "task" | "understood"> {
  const { task } = conversation;
  return task === undefined ? {} : { task: writeTask(task), understood: describe(task, conversation) };
}
