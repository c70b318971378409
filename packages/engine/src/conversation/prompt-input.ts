// What the conversation reader hands to the encoder.
import type { DemandedLength } from "./demanded-length.ts";
import type { TaskReading } from "./task-reading.ts";
import type { TaskText } from "./task-text.ts";

/** The text of a conversation, reduced to what the encoder should see. */
export interface PromptInput {
  /** What is asked now: the last user turn without harness noise, already capped by the conversation reader. */
  readonly text: string;
  /** Earlier turns or documents that the question leans on; may be empty. */
  readonly context: string;
  readonly toolCount: number;
  readonly turnCount: number;
  /** Length of the answer that the words demand, if they do; it tells nothing of difficulty. */
  readonly demanded?: DemandedLength | undefined;
  /** Where an instruction may stand; an artefact with a task reader reads it. */
  readonly taskText?: TaskText | undefined;
  /** What was read elsewhere, of a conversation that is not here. */
  readonly task?: TaskReading | undefined;
  /** Of the sentence encoder; needed where the model reads one. @shape encoder.width */
  readonly vector?: Float32Array | undefined;
}
