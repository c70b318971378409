// The parts by which a conversation is read: what is asked now, and where an instruction may stand.
import type { DemandedLength } from "../amounts/demanded-length.ts";
import type { TaskText } from "./task-text.ts";

/** The facts that the decision goes by once the words are read. */
export interface PromptFacts {
  readonly toolCount: number;
  readonly turnCount: number;
  /** Length of the answer that the words demand, if they do; it tells nothing of difficulty. */
  readonly demanded?: DemandedLength | undefined;
}

export interface PromptInput extends PromptFacts {
  /** The present question: the last user turn without harness noise, already capped by the conversation reader. */
  readonly text: string;
  readonly taskText: TaskText;
}
