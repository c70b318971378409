// One sentence for each thing that was recognised in a conversation or set aside.
import type { DemandedLength } from "../reader/amounts/demanded-length.ts";
import type { ConversationNote } from "../reader/conversation/notes.ts";

const NOTE_WORDS: Readonly<Record<ConversationNote, string>> = {
  harness_text: "Text added by a tool or editor (reminders, environment, instructions) was set aside.",
  document: "An attached document was weighed as context, not as the question.",
  encoded_data: "Encoded data (such as base64) was set aside.",
  long_code: "Long code was shortened to its beginning and end.",
  shortened: "A very long turn was shortened to its beginning and end.",
  follow_up: "The last turn follows up on earlier ones, so they were read with it.",
  small_talk: "The last turn is small talk, which says nothing of what the session needs.",
  tool_loop: "A tool call is open; the model that started it should finish it.",
  coding_agent:
    "A coding agent works here: the estimates are of this step, with the demands of agents' work on code mixed in.",
  wide_change:
    "A whole code base is to be changed as one: half of what agents' work on code needs is mixed in.",
  open_problem: "This is an open problem: nobody is known to have solved it, so no model is expected to.",
  unknowable: "Nobody could know this from what was given, so no model is expected to.",
  earlier_turn: "The last user turn holds nothing to route on, so an earlier one was read.",
};

/** The demanded length, where there is one, comes last. */
export function noteWords(
  notes: readonly ConversationNote[],
  demanded: DemandedLength | undefined,
): string[] {
  const words = notes.map((note) => NOTE_WORDS[note]);
  if (demanded === undefined) return words;
  const { mean, low, high } = demanded;
  return [...words, `An answer of about ${mean} tokens (${low} to ${high}) was asked for.`];
}
