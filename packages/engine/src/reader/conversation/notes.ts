import type { Circumstance } from "./circumstance.ts";

/** The things that the conversation reader set aside or recognised; each note becomes one sentence of the explanation. */
export type ConversationNote =
  | "harness_text"
  | "template"
  | "document"
  | "encoded_data"
  | "long_code"
  | "shortened"
  | "follow_up"
  | "small_talk"
  | "tool_loop"
  | "earlier_turn"
  | Circumstance;
