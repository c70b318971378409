// What the conversation reader set aside or recognised; each note becomes one sentence of the explanation.
import { demandWords } from "./demanded-length.ts";

export type ConversationNote =
  | "harness_text"
  | "document"
  | "encoded_data"
  | "long_code"
  | "shortened"
  | "follow_up"
  | "small_talk"
  | "tool_loop"
  | "earlier_turn"
  | `demanded_length:${string}`;

export const NOTE_WORDS: Readonly<Record<Exclude<ConversationNote, `demanded_length:${string}`>, string>> = {
  harness_text: "Text added by a tool or editor (reminders, environment, instructions) was set aside.",
  document: "An attached document was weighed as context, not as the question.",
  encoded_data: "Encoded data (such as base64) was set aside.",
  long_code: "Long code was shortened to its beginning and end.",
  shortened: "A very long turn was shortened to its beginning and end.",
  follow_up: "The last turn follows up on earlier ones, so they were read with it.",
  small_talk: "The last turn is small talk, which says nothing of what the session needs.",
  tool_loop: "A tool call is open; the model that started it should finish it.",
  earlier_turn: "The last user turn holds nothing to route on, so an earlier one was read.",
};

export function noteWords(note: string): string {
  return (NOTE_WORDS as Readonly<Record<string, string>>)[note] ?? demandWords(note) ?? note;
}
