// The encoding that the reader makes of a conversation: all that the rest of a decision, and learning, know of the words.
import type { DemandedLength } from "./amounts/demanded-length.ts";
import type { Circumstance } from "./conversation/circumstance.ts";
import type { TaskReading } from "./task/task-reading.ts";

/** The facts that the reader learned of one prompt. Opaque to callers but for the plain fields. */
export interface PromptEncoding {
  /** Joined features of the prompt. @shape featureCount */
  readonly features: Float32Array;
  /** How close the prompt lies to the requests that the reader learned from. @range 0 (nothing like it seen) .. 1 */
  readonly familiarity: number;
  /** That of the task. */
  readonly field: string;
  /** Expected failure rate of a middling model. @range 0..1 */
  readonly difficulty: number;
  /** ISO 639-1 code when recognised, else "und". */
  readonly language: string;
  /** As in `PromptInput`. */
  readonly demanded?: DemandedLength | undefined;
  /** The operation, and how able a model must be for it. */
  readonly task: TaskReading;
  /** Circumstances that no reading of the task alone tells. */
  readonly circumstance?: Circumstance | undefined;
}

/** The part of an encoding that comes from the words themselves; all else follows from the features. */
export type PromptWords = Pick<PromptEncoding, "language" | "demanded" | "task">;
