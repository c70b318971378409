// The reading of the request, in short words: the operation, the field, the language, the class of model, the
// length.
import type { PlaygroundResult } from "@signalbox/sdk";
import { words } from "../../lib/format.ts";

type Conversation = PlaygroundResult["explanation"]["conversation"];

interface UnderstoodChip {
  readonly name: string;
  readonly value: string;
  /** The reader was not sure of it. */
  readonly isGuess: boolean;
}

/** Below this chance a reading is called a guess. */
const SURE = 0.6;
const CLASSES = ["small model", "mid model", "strong model", "frontier model", "frontier with long thought"];
const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

const digits = (tokens: number): number => (tokens < 20 ? Math.round(tokens) : Number(tokens.toPrecision(2)));

/** Nothing where the artefact reads no tasks. */
export function understoodChips({ task, language }: Conversation): readonly UnderstoodChip[] {
  if (task === undefined) return [];
  const { operation, field, tiers, tokens } = task;
  const likeliest = Math.max(...tiers);
  const spoken =
    language === "und" ? [] : [{ name: "Language", value: names.of(language) ?? language, isGuess: false }];
  return [
    { name: "Operation", value: words(operation), isGuess: task.operation_chance < SURE },
    { name: "Field", value: words(field), isGuess: task.field_chance < SURE },
    ...spoken,
    {
      name: "Weakest class that does it well",
      value: CLASSES[tiers.indexOf(likeliest)] ?? "small model",
      isGuess: likeliest < SURE,
    },
    {
      name: "Visible tokens",
      value: `${digits(tokens.low)} to ${digits(tokens.high)} tokens`,
      isGuess: false,
    },
  ];
}
