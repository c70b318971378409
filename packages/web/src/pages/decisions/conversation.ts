// The kept part of a conversation, as turns to read.
import type { DecisionDetail } from "@signalbox/sdk";

import { isRecord } from "../../lib/values.ts";

interface KeptTurn {
  readonly role: string;
  readonly content: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Empty when no words were kept. Of a long conversation the newest turns are kept. */
export function turnsOf(text: DecisionDetail["text"]): readonly KeptTurn[] {
  const messages = text?.["messages"];
  if (!Array.isArray(messages)) return [];
  return messages
    .filter(isRecord)
    .map((message) => ({ role: textOf(message["role"]) || "user", content: textOf(message["text"]) }));
}

/** How many of the oldest turns were too long to keep. */
export function turnsLeftOut(text: DecisionDetail["text"]): number {
  const count = text?.["messages_left_out"];
  return typeof count === "number" ? count : 0;
}
