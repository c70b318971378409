// What a request was read as, in words.
import type { AnswerFormat, Explanation, MatterKind, Operation } from "@signalbox/contracts";

import { LAID_OUT, TIERS, writeTask } from "../reader/task/task-reading.ts";
import type { Matter, TaskReading } from "../reader/task/task-reading.ts";
import type { ConversationRecord } from "../record/decision-record.ts";
import { FORMAT_WORDS, matterWords, roughly } from "./matter-words.ts";

interface Phrase {
  readonly operation: string;
  /** Between the operation and what it is done with. */
  readonly on: string;
  /** Between the operation and the format of the answer. */
  readonly to: string;
}

/** Result first: "Extraction to JSON from a 3-page invoice". Matter first: "A summary of a 3-page article, as bullet points". */
const PHRASES: Readonly<Record<Operation, Phrase>> = {
  converse: { operation: "Conversation", on: ", given", to: ", in" },
  answer: { operation: "A question", on: " about", to: ", answered in" },
  extract: { operation: "Extraction", on: " from", to: " to" },
  classify: { operation: "Classification", on: " of", to: ", in" },
  summarise: { operation: "A summary", on: " of", to: ", in" },
  translate: { operation: "A translation", on: " of", to: ", in" },
  rewrite: { operation: "Rewriting", on: " of", to: ", in" },
  title: { operation: "A title", on: " for", to: ", in" },
  write: { operation: "Writing", on: ", given", to: ", in" },
  write_code: { operation: "New code", on: ", given", to: " in" },
  change_code: { operation: "A change of code", on: ", given", to: ", in" },
  review: { operation: "A review", on: " of", to: ", in" },
  debug: { operation: "Debugging", on: ", given", to: ", in" },
  solve: { operation: "A problem to solve", on: ", given", to: ", answered in" },
  plan: { operation: "A plan", on: ", given", to: ", in" },
  act: { operation: "A step of an agent", on: ", given", to: ", in" },
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

/** "A change of 40 lines of Go code" says it all, as does "debugging of". */
const CODE_PHRASES: Readonly<Partial<Record<Operation, Pick<Phrase, "operation" | "on">>>> = {
  change_code: { operation: "A change", on: " of" },
  debug: { operation: "Debugging", on: " of" },
};
const CODE_KINDS: ReadonlySet<MatterKind> = new Set(["code", "configuration", "diff", "html", "xml", "json"]);
/** Of Latin letters, at 500 tokens a page. */
const CHARACTERS_A_PAGE = 2_000;
/** Below this a reading is called a guess. */
const SURE = 0.6;
const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

function likeliestTier({ tiers }: TaskReading): string {
  const largest = Math.max(...tiers);
  return TIERS[tiers.indexOf(largest)] ?? TIERS[0];
}

/** " to JSON", " to a table", ", as bullet points". */
function formatOf(to: string, format: AnswerFormat): string {
  const isLaidOut = LAID_OUT.has(format) && to !== " to";
  return `${isLaidOut ? to.replace(/in$/, "as") : to} ${FORMAT_WORDS[format]}`;
}

/** Of decisions that nobody asked to explain, no more is kept than how long the text was. */
function matterOf({ matter, matterUnits }: TaskReading): Matter | undefined {
  if (matter !== undefined || matterUnits === undefined) return matter;
  return { kind: "text", pages: matterUnits / CHARACTERS_A_PAGE };
}

function phraseOf(task: TaskReading): string {
  const { operation, format } = task;
  const matter = matterOf(task);
  const isCode = matter !== undefined && CODE_KINDS.has(matter.kind);
  const phrase = { ...PHRASES[operation], ...(isCode ? CODE_PHRASES[operation] : {}) };
  const to = format === undefined ? "" : formatOf(phrase.to, format);
  const on = matter === undefined ? "" : `${phrase.on} ${matterWords(matter)}`;
  return phrase.to.startsWith(",") ? `${phrase.operation}${on}${to}` : `${phrase.operation}${to}${on}`;
}

const asGuess = (phrase: string): string => `Probably ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`;

function describe(task: TaskReading, { language }: ConversationRecord): string {
  const { operationChance, field, tokens } = task;
  const phrase = operationChance < SURE ? asGuess(phraseOf(task)) : phraseOf(task);
  const spoken = language === "und" ? "" : `, ${names.of(language) ?? language}`;
  const length = roughly(tokens.median);
  const need = `the weakest class of models that does it well is likely "${likeliestTier(task)}"`;
  return `${phrase} (${field}${spoken}); about ${length} visible tokens; ${need}.`;
}

export function understanding(
  conversation: ConversationRecord,
): Pick<Explanation["conversation"], "task" | "understood" | "format" | "matter"> {
  const { task } = conversation;
  if (!task) return {};
  const { format, matter } = task;
  return {
    task: writeTask(task),
    understood: describe(task, conversation),
    ...(format === undefined ? {} : { format: FORMAT_WORDS[format] }),
    ...(matter === undefined ? {} : { matter: matterWords(matter) }),
  };
}
