// Finds what a conversation really asks. The last user turn leads.
// System prompts and tool listings never drive the choice; they only count as tokens and as needed abilities.
import { circumstanceOf } from "./circumstance.ts";
import type { Message, PartModality, ToolDefinition } from "./message.ts";
import type { PromptFacts, PromptInput } from "./prompt-input.ts";
import { capText } from "../text/cap-text.ts";
import { cleanTurn } from "./clean-turn.ts";
import type { CleanTurn } from "./clean-turn.ts";
import { readDemandedLength } from "../amounts/demanded-length.ts";
import type { CutFrame } from "../frame/cut-frame.ts";
import { plainTurn } from "./plain-turn.ts";
import { isFollowUp, isSmallTalk } from "./follow-up.ts";
import type { ConversationNote } from "./notes.ts";
import { readTaskText } from "./task-text.ts";
import { withoutOpening } from "./session-opening.ts";
import type { Attachments } from "./attachments.ts";
import { attachmentsOf } from "./attachments.ts";
import { isToolLoopOpen } from "./tool-loop.ts";

/** A conversation whose words may be elsewhere. */
export interface ConversationFacts {
  readonly prompt: PromptFacts;
  /** Non-text modalities that a model must be able to read. */
  readonly modalities: readonly PartModality[];
  readonly isToolLoopOpen: boolean;
  readonly hasToolHistory: boolean;
  /** Absent where it is text alone. */
  readonly attachments?: Attachments | undefined;
  /** The last turn alone says little of what the rest of the session asks for. */
  readonly leansOnSession: boolean;
  readonly notes: readonly ConversationNote[];
}

export interface Conversation extends ConversationFacts {
  readonly prompt: PromptInput;
}

const CONTEXT_CHARS = 2_400;
const EARLIER_TURNS_MAX = 4;
const NO_MODALITIES: readonly PartModality[] = [];

export function readConversation(
  all: readonly Message[],
  tools: readonly Pick<ToolDefinition, "name">[],
  cutFrame?: CutFrame,
): Conversation {
  const toolCount = tools.length;
  const messages = withoutOpening(all);
  const turns = messages.filter(isUserTurn);
  const { lead, at, notes } = leadingTurn(turns, messages, cutFrame);
  const said: ConversationNote[] = [...notes, ...lead.notes];
  if (at > 0 && isFollowUp(lead.text) && saidBefore(turns, at)) said.push("follow_up");
  else if (at > 0 && isSmallTalk(lead.text)) said.push("small_talk");
  const isOpen = isToolLoopOpen(messages);
  if (isOpen) said.push("tool_loop");
  const circumstance = circumstanceOf(messages, tools, said.includes("follow_up") ? "" : lead.text);
  if (circumstance !== undefined && (circumstance === "coding_agent" || lead.documents === ""))
    said.push(circumstance);
  // A template says how long the answer is in words that ask nothing; what it gives demands nothing.
  const demanded = readDemandedLength(lead.form === "" ? lead.text : `${lead.form}\n${lead.text}`);
  return {
    prompt: {
      text: plainTurn(lead.text),
      toolCount,
      turnCount: Math.max(1, turns.length),
      demanded,
      taskText: readTaskText(messages, toolCount, {
        cutFrame,
        lead: at === turns.length - 1 ? lead : undefined,
      }),
    },
    modalities: modalitiesOf(messages),
    isToolLoopOpen: isOpen,
    hasToolHistory: hasToolHistory(messages),
    attachments: attachmentsOf(all),
    leansOnSession: said.includes("follow_up") || said.includes("small_talk"),
    notes: said,
  };
}

function isUserTurn(message: Message): boolean {
  return (
    (message.role === "user" || message.role === "human") && !(message.isToolResult && message.text === "")
  );
}

interface LeadingTurn {
  readonly lead: CleanTurn;
  readonly at: number;
  readonly notes: readonly ConversationNote[];
}

/** The newest user turn that asks anything; without one, the newest message with text. */
function leadingTurn(
  turns: readonly Message[],
  messages: readonly Message[],
  cutFrame: CutFrame | undefined,
): LeadingTurn {
  for (let at = turns.length - 1; at >= Math.max(0, turns.length - EARLIER_TURNS_MAX); at -= 1) {
    const lead = cleanTurn(turns[at]?.text ?? "", cutFrame);
    if (lead.text !== "") return { lead, at, notes: at === turns.length - 1 ? [] : ["earlier_turn"] };
    if (lead.documents !== "")
      return { lead: { ...lead, text: lead.documents, documents: "" }, at, notes: [] };
  }
  const spoken = turns.at(-1)?.text.trim()
    ? turns.at(-1)
    : messages.findLast((message) => message.text.trim() !== "");
  return {
    lead: {
      text: capText(spoken?.text ?? "", CONTEXT_CHARS),
      documents: "",
      form: "",
      harnessUnits: 0,
      notes: [],
    },
    at: 0,
    notes: [],
  };
}

/** Whether any of the turns that it may lean on says something. */
const saidBefore = (turns: readonly Message[], before: number): boolean =>
  turns
    .slice(Math.max(0, before - EARLIER_TURNS_MAX), before)
    .some((turn) => cleanTurn(turn.text).text !== "");

export const hasToolHistory = (messages: readonly Message[]): boolean =>
  messages.some((message) => message.toolCallCount > 0 || message.isToolResult);

export function modalitiesOf(messages: readonly Message[]): readonly PartModality[] {
  let found: PartModality[] | undefined;
  for (const message of messages)
    for (const part of message.parts) {
      found ??= [];
      if (!found.includes(part.modality)) found.push(part.modality);
    }
  return found?.sort() ?? NO_MODALITIES;
}
